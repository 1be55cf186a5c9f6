import { marker } from "./markers.js";

/** A stretch of merged text: agreed, or a question with two answers. */
export type Piece = string | Question;
export interface Question {
  readonly yours: string;
  readonly generated: string;
}

/** The text with one side's answer to every question. */
export function oneSide(
  pieces: readonly Piece[],
  side: "yours" | "generated",
): string {
  return pieces
    .map((piece) => (typeof piece === "string" ? piece : piece[side]))
    .join("");
}

/**
 * The text with both answers to each question between markers. Markers stand on lines of their own, so what is on the same
 * line as a question is repeated in both answers, and questions that share a line, or are on lines that follow each other,
 * become one.
 */
export function withMarkers(pieces: readonly Piece[]): string {
  const out: string[] = [];
  /** Agreed text of the line that is being written. */
  let line = "";
  /** The question that the current line belongs to. */
  let open: readonly [Answer, Answer] | undefined;
  /** A question whose last line is complete; one that follows at once joins it. */
  let closed: readonly [Answer, Answer] | undefined;

  function flush(): void {
    if (!closed) return;
    const [yours, generated] = closed;
    out.push(
      `${marker.yours}\n`,
      yours.text,
      `${marker.middle}\n`,
      generated.text,
      `${marker.generated}\n`,
    );
    closed = undefined;
  }

  function agree(text: string): void {
    let rest = text;
    if (open) {
      const end = rest.indexOf("\n");
      for (const answer of open)
        append(answer, end < 0 ? rest : rest.slice(0, end));
      if (end < 0) return;
      open.forEach(endLine);
      [closed, open] = [open, undefined];
      rest = rest.slice(end + 1);
    }
    const last = rest.lastIndexOf("\n") + 1;
    if (last > 0 || rest.trim() !== "") flush();
    if (last > 0) out.push(line, rest.slice(0, last));
    line = last > 0 ? rest.slice(last) : line + rest;
  }

  function ask({ yours, generated }: Question): void {
    const sides = [yours, generated];
    if (!open) {
      const wholeLines = sides.every(
        (side) => side === "" || side.startsWith("\n"),
      );
      // Where whole lines are in question, the line before them is not part of it.
      const completed = wholeLines && line !== "";
      if (completed) agree("\n");
      open = closed ?? [emptyAnswer(completed), emptyAnswer(completed)];
      if (line !== "") for (const answer of open) append(answer, line);
      [closed, line] = [undefined, ""];
    }
    append(open[0], yours);
    append(open[1], generated);
    if (sides.every((side) => side === "" || side.endsWith("\n"))) {
      open.forEach(endLine);
      [closed, open] = [open, undefined];
    }
  }

  for (const piece of pieces) {
    if (typeof piece === "string") agree(piece);
    else if (piece.yours === piece.generated) agree(piece.yours);
    else ask(piece);
  }
  if (open) agree("\n");
  flush();
  out.push(line);
  return out.join("");
}

/** One answer to a question: whole lines, and, until it is complete, the beginning of one. */
interface Answer {
  text: string;
  /** The line end in front of the first line has been written already. */
  completed: boolean;
}

const emptyAnswer = (completed: boolean): Answer => ({ text: "", completed });

function append(answer: Answer, text: string): void {
  if (text === "") return;
  answer.text +=
    answer.completed && text.startsWith("\n") ? text.slice(1) : text;
  answer.completed = false;
}

function endLine(answer: Answer): void {
  if (answer.text !== "" && !answer.text.endsWith("\n")) answer.text += "\n";
}
