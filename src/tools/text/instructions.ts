import { revealTags, stripInvisible } from "./invisible.js";

/**
 * What a text says that is meant for the model rather than for the reader of an API: orders, secrecy, other people's files.
 * Flagged for a person to judge, never removed: a document may have good reasons.
 * https://modelcontextprotocol.io/specification/2026-07-28/basic/security_best_practices
 */
const person = String.raw`(?:the |this |your |any |an? )?(?:end[- ])?(?:users?|persons?|people|humans?|operators?|customers?|owners?|anyone|anybody|them|him|her)`;
const self = String.raw`(?:ai|a\.i\.|llm|language models?|(?:ai |chat )?(?:assistants?|agents?)|chatbots?|models?|claude|chatgpt|gpt(?:-\d\w*)?|copilot|gemini)`;
const say = String.raw`(?:tell|mention|inform|reveal|show|notify|say|disclose|explain|report|alert|warn|ask|announce|display|let)`;
const secretFile = String.raw`(?<!\w)(?:~\/\.\w+|\.ssh\b|id_(?:rsa|dsa|ecdsa|ed25519)\b|\.env\b(?! variables?\b| file (?:is|in the project))|\/etc\/(?:passwd|shadow)|\.aws\/|\.npmrc|\.netrc|\.git-credentials|mcp\.json|\.kube\/config|wallet\.dat)`;

const patterns: readonly RegExp[] = [
  // Overriding what the model was told.
  /\b(?:ignore|disregard|forget|override|bypass|discard)\b[^.\n]{0,30}\b(?:previous|prior|above|earlier|preceding|existing|original|other|system|safety|all)\b[^.\n]{0,20}\b(?:instructions?|prompts?|rules?|messages?|guidelines?|directives?|polic(?:y|ies)|context)\b/i,
  /\b(?:new|updated|real|actual|secret|hidden|additional) (?:system )?(?:instructions?|directives?|orders?) (?:for you|follow|are|is|:)/i,
  /\bsystem prompt\b|\bjailbreak\b|\bdeveloper mode\b|\bprompt injection\b/i,
  /\bfrom now on\b/i,
  /\b(?:you are|you're) now (?:an?|the|in|operating|acting|going to)\b|\bpretend (?:to be|that you)\b|\bact as (?:an?|the|if you)\b[^.\n]{0,20}\b(?:assistant|agent|admin|root|expert)\b|\bas an? (?:ai|llm|language model)\b/i,
  // Speaking to the model.
  new RegExp(
    String.raw`\b${self} (?:must|should|shall|has to|have to|needs? to|is (?:required|instructed|asked|expected) to)\b`,
    "i",
  ),
  new RegExp(
    String.raw`(?:^|[.\n(\[>]\s*)(?:notes?|message|instructions?|attention|important|reminder|hint)\s*(?:to|for|:|-)\s*(?:the |all |any |you,? )?${self}\b`,
    "i",
  ),
  // Secrecy.
  new RegExp(
    String.raw`\b(?:do not|don't|don’t|never|must not|should not|without|avoid|no need to)\s+(?:ever |even )?${say}(?:l?ing)?\s+(?:\w+ ){0,4}?${person}\b`,
    "i",
  ),
  new RegExp(
    String.raw`\bsay nothing\b|\b(?:keep|hide) (?:this|it|that|these)\b[^.\n]{0,30}\b(?:secret|hidden|confidential|from ${person})|\bwithout (?:the )?(?:users?|users?'s?|user’s|their|his|her|anyone)[^.\n]{0,12}\b(?:knowledge|knowing|noticing|consent|approval|confirmation|being told)\b`,
    "i",
  ),
  /\b(?:do not|don't|never) (?:ask|wait|require|seek)\b[^.\n]{0,25}\b(?:confirmation|permission|approval|consent)\b/i,
  // Orders about tools.
  /\b(?:before|after|when(?:ever)?|if|each time|every time)\b[^.\n]{0,20}\b(?:using|calling|invoking|running|(?:you|the model|it) (?:uses?|calls?|invokes?|picks?|runs?)|picking)\b[^.\n]{0,20}\b(?:this|any|these|the|other) (?:tools?|functions?)\b/i,
  /\b(?:whenever|when|each time|every time|once|before) (?:this|the|any|another) (?:tool|function) (?:is|was|gets|has been)\b/i,
  /\b(?:you (?:must|have to|need to|should)|always|be sure to|make sure to|remember to|it is (?:required|mandatory) to) (?:always |first |also |immediately )*(?:call|invoke|run|execute|use|read|open|pick|prefer) (?:the |this |my |our |that )?[`'"]?[\w.-]+[`'"]? ?(?:tool|function)\b/i,
  /\byou must (?:always |first |also |immediately )*(?:call|invoke|execute)\b/i,
  /\b(?:do not|don't|never) (?:use|call|invoke|pick|trust) (?:any |the )?other (?:tools?|functions?|servers?)\b|\binstead of (?:any |all |the )?other tools?\b|\bprefer this tool\b/i,
  /\bthen (?:call|invoke) [`'"]?[a-z]+_[a-z_]+/i,
  // Other people's data.
  new RegExp(secretFile, "i"),
  /\b(?:read|open|put|paste|send|include|insert|attach|upload|copy|pass|contents? of|full text of|holds?)\b[^.\n]{0,50}\b(?:private keys?|ssh keys?|environment variables?|env(?:ironment)? files?|seed phrases?|browser cookies?|home (?:folder|directory))\b/i,
  /\b(?:read|put|paste|send|include|insert|attach|summari[sz]e|copy|contents? of|full|whole|entire)\b[^.\n]{0,40}\b(?:(?:conversation|chat|message|dialog(?:ue)?) (?:history|so far|transcript|with the user)|previous (?:conversation|messages in this)|(?:this|our|the (?:whole|entire)) conversation)\b/i,
  /\b(?:send|post|forward|upload|exfiltrate|leak|bcc)\b[^.\n]{0,25}\b(?:all|every|any|the (?:full|whole|entire)|everything|tokens?|secrets?|passwords?|credentials?|api keys?)\b[^.\n]{0,40}\b(?:to|at) (?:https?:\/\/|[\w.+-]+@|evil|attacker)/i,
  /\bsend\b[^.\n]{0,12}\b(?:tokens?|secrets?|passwords?|credentials?)\b[^.\n]{0,12}\bto\b/i,
  // Markup that models take for their own.
  /<important>(?!\s*<p>)|<\/?\s*(?:system|instructions?|secret|hidden|prompt|assistant|admin|critical|override|directive|thinking|tool_?(?:use|call|result))\b[\w-]*\s*\/?>/i,
  /\[\/?(?:INST|SYSTEM|SYS|ASSISTANT)\]|<\|(?:im_start|im_end|system|endoftext|user|assistant)\|>|<<\/?SYS>>/i,
  /(?:^|\n)\s*#{0,4}\s*(?:system|assistant|developer)\s*:\s+\S/i,
];

/**
 * The passages of a text that read like instructions to a model, each at most 120 characters, in the order they stand.
 * Empty for an ordinary text.
 */
export function findInstructions(text: string): string[] {
  if (text.length < 8) return [];
  const plain = stripInvisible(revealTags(text))
    .text.normalize("NFKC")
    .replace(/[^\S\n]+/g, " ");
  const found: { at: number; end: number }[] = [];
  for (const pattern of patterns) {
    const match = pattern.exec(plain);
    if (match === null) continue;
    const span = { at: match.index, end: match.index + match[0].length };
    if (found.some((other) => other.at < span.end && span.at < other.end))
      continue;
    found.push(span);
  }
  return found
    .toSorted((a, b) => a.at - b.at)
    .map(({ at }) => excerpt(plain, at));
}

function excerpt(text: string, at: number): string {
  const piece = text
    .slice(at, at + 120)
    .replace(/\s+/g, " ")
    .trim();
  return piece.length < text.slice(at).trim().length ? `${piece}…` : piece;
}
