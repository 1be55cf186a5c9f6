import { describe, expect, test } from "vitest";
import { checkPattern } from "../../../src/spec/schema/pattern.js";

describe("patterns that a backtracking engine can be held up by are refused", () => {
  test.each([
    // Nested repetition.
    "^(a+)+$",
    "^(.*)*x",
    "(a*)*b",
    "(a{1,30}){1,30}b",
    "^(\\w+\\s?)*$",
    "^(([a-z])+.)+[A-Z]([a-z])+$",
    "^([a-zA-Z0-9])(([\\-.]|[_]+)?([a-zA-Z0-9]+))*(@){1}[a-z0-9]+$",
    // Alternatives that read the same.
    "^(a|a)*$",
    "(a|aa)+$",
    "^(\\d+|\\w)*$",
    "^((ab)*|(a|b)*)*c",
    // Several loops over the same text.
    "a*a*a*b",
    ".*.*.*=",
    "^(.*a){20}$",
    "(x+x+)+y",
    // Repeated emptiness, back-references, assertions.
    "(?:a?){30}a{30}",
    "(.+)\\1+x",
    "(?=(a+)+b)c",
  ])("%s", (pattern) => {
    expect(checkPattern(pattern)).toEqual({ problem: "slow" });
  });
});

describe("ordinary patterns stay as they are", () => {
  test.each([
    "^[a-z]+$",
    "^-?\\d+$",
    "[0-9a-f]{64}",
    "^[^@\\s]+@[^@\\s]+\\.[^@\\s]+$",
    "^[a-z0-9]+(-[a-z0-9]+)*$",
    "^(\\d{1,3}\\.){3}\\d{1,3}$",
    "^\\s*\\S*\\s*$",
    "^\\d{4}-\\d{2}-\\d{2}$",
    "^[A-Z]{2}(,[A-Z]{2})*$",
    "^(?!-)[a-z0-9-]{1,63}$",
    "^arn:aws[a-z-]*:[a-z0-9-]+:[a-z0-9-]*:\\d{12}:.+$",
    "^(https?|ftp)://[^\\s/$.?#].[^\\s]*$",
    "^[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?(?:\\.[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?)*$",
    "^(?:[a-z]|[0-9])+$",
    "^\\p{L}[\\p{L}\\p{N} ]*$",
    "^\\u{1F600}\\x41\\u0041\\cA$",
  ])("%s", (pattern) => {
    expect(checkPattern(pattern)).toEqual({ pattern });
  });
});

test("what is accepted is quick on texts made to hold it up", () => {
  const accepted = [
    "^[a-z0-9]+(-[a-z0-9]+)*$",
    "^[^@\\s]+@[^@\\s]+\\.[^@\\s]+$",
    "^(\\d{1,3}\\.){3}\\d{1,3}$",
    "\\s+$",
  ];
  const texts = ["a", "a-", "1.", "@a.", " ", "a@"].map(
    (text) => `${text.repeat(2000)}!`,
  );
  const start = performance.now();
  for (const pattern of accepted) {
    for (const text of texts) new RegExp(pattern, "u").test(text);
  }
  expect(performance.now() - start).toBeLessThan(2000);
});

describe("spellings of other dialects", () => {
  test.each([
    { given: "^[\\w-.]+$", want: "^[\\w\\-.]+$" },
    { given: "^\\@a\\_b\\-c$", want: "^@a_b-c$" },
    { given: "/^[a-z]+$/", want: "^[a-z]+$" },
    { given: "\\A[a-z]{2}\\z", want: "^[a-z]{2}$" },
    { given: "^a{b}]$", want: "^a\\{b\\}\\]$" },
  ])("$given", ({ given, want }) => {
    expect(checkPattern(given)).toEqual({ pattern: want });
    expect(() => new RegExp(want, "u")).not.toThrow();
  });

  test.each(["(?i)abc", "[", "(", "*a", "a**"])("%s is no pattern", (given) => {
    expect(checkPattern(given)).toEqual({ problem: "invalid" });
  });
});
