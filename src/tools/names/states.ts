import type { PathNode } from "./path.js";
import { isPlural } from "./tokens.js";

/** `/teammates/pending/{token}`: one of the pending teammates. */
export function joinStates(nodes: readonly PathNode[]): readonly PathNode[] {
  return nodes.flatMap((node, at) => {
    const before = nodes[at - 1];
    const after = nodes[at + 1];
    if (before !== undefined && isState(before, node))
      return [{ ...node, words: [...node.words, ...before.words] }];
    return after !== undefined && isState(node, after) ? [] : [node];
  });
}

function isState(owner: PathNode, node: PathNode): boolean {
  return (
    node.id &&
    !owner.id &&
    isPlural(owner.words.at(-1)!) &&
    /^(?:pending|archived|deleted|trashed|active|inactive|suspended|blocked|drafted|scheduled|expired)$/.test(
      node.words.join(" "),
    )
  );
}

/** `/premieres/{start_date}/{days}`: when they are, not which one. */
export function withoutPeriod(node: PathNode): PathNode {
  return node.params.length > 1 &&
    node.params.some(
      (name) => !/^(?:from|to|start|end|since|until)$/i.test(name),
    ) &&
    node.params.every((name) => period.test(name))
    ? { ...node, id: false }
    : node;
}

const period =
  /^(?:(?:start|end|from|to|since|until|begin)?_?(?:date|time|day|month|year)?|days?|months?|weeks?|years?)$/i;
