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
