/** A text that was read into slots. */
export interface Source {
  readonly text: string;
  /** The tokens of a part of the text, as one string that does not depend on how the text is formatted. */
  readonly tokens: (from: number, to: number) => string;
  /** What one level of indentation is made of. */
  readonly indent: string;
  readonly root: Body;
}

/** A named part of a file: `[start, end)`, with the comments above it and the one behind it. */
export interface Slot {
  /** Unique among its siblings, and the same before and after an edit. */
  readonly id: string;
  /** What the report calls it. */
  readonly label: string;
  readonly source: Source;
  /** It is a comment that belongs to no other slot. */
  readonly isComment: boolean;
  /** Offset at which what is before it ends: white space lies between. */
  readonly after: number;
  /** Where its comments begin. */
  readonly start: number;
  readonly coreStart: number;
  readonly coreEnd: number;
  readonly separator: "" | "," | ";";
  readonly separatorEnd: number;
  /** Behind a comment on the same line. */
  readonly end: number;
  /** Present where the slot can be opened into smaller ones. */
  readonly body?: Body;
}

/** What a slot with parts consists of: a head up to the opening bracket, the parts, and a tail from the closing one. */
export interface Body {
  readonly kind: "file" | "object" | "array" | "type" | "names";
  readonly headStart: number;
  /** Where the parts may begin. */
  readonly open: number;
  /** Where white space ends and the tail begins. */
  readonly close: number;
  readonly tailEnd: number;
  readonly children: readonly Slot[];
}

/** The id of the comment at the head of a file. */
export const header = "header";
