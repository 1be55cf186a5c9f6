import path from "node:path";
import { describe, expect, it } from "vitest";
import { listOperations } from "../../src/spec/operations.js";
import { loadSpec } from "../../src/spec/load.js";
import type { Operation } from "../../src/spec/operation.js";
import { annotate } from "../../src/tools/annotations.js";
import { nameTools } from "../../src/tools/names.js";
import { readOverride } from "../../src/spec/x-mcp.js";
import type { ToolOverride } from "../../src/spec/override.js";
import type { Annotations } from "../../src/tools/tool.js";
import { describeShared } from "../shared.js";
import { sketch, type Sketch } from "./operations.js";

type Said = Partial<Annotations>;

function hintsOf(
  operation: Operation,
  said: { document?: Said; config?: Said } = {},
  all: readonly Operation[] = [operation],
): {
  hints: string;
  doubt?: string;
  suggested?: boolean | undefined;
  openWorld: boolean;
} {
  const { names } = nameTools(all, {
    locked: new Map(),
    retired: new Map(),
    overrides: new Map(),
  });
  const override = (annotations?: Said): ToolOverride =>
    annotations === undefined ? {} : { annotations };
  const { annotations, doubt } = annotate(
    operation,
    names.get(operation.key)!,
    {
      document: override(said.document),
      config: override(said.config),
    },
  );
  const { readOnlyHint, destructiveHint, idempotentHint } = annotations;
  return {
    hints: [
      readOnlyHint && "read",
      destructiveHint && "destructive",
      idempotentHint && "idempotent",
    ]
      .filter(Boolean)
      .join(" "),
    ...(doubt !== undefined && {
      doubt: doubt.reason,
      suggested: doubt.suggestion.readOnlyHint,
    }),
    openWorld: annotations.openWorldHint,
  };
}

const read = "read idempotent";
const settles = "destructive idempotent";

describe("the table", () => {
  it.each<[string, Sketch, string, boolean]>([
    ["GET /pets", { operationId: "listPets" }, read, false],
    ["HEAD /pets", {}, read, false],
    ["OPTIONS /pets", {}, read, false],
    ["QUERY /pets", {}, read, false],
    [
      "GET /users/{id}/delete",
      { operationId: "deleteUser" },
      "destructive",
      true,
    ],
    [
      "GET /users/{id}/reminder",
      { operationId: "sendReminder" },
      "destructive",
      true,
    ],
    ["GET /users/{id}/purge", {}, "destructive", true],
    ["GET /users/delete/{id}", {}, "destructive", true],
    [
      "POST /admin/reset",
      { summary: "Reset all mappings" },
      "destructive",
      false,
    ],
    [
      "POST /queue/state",
      { operationId: "POST_queue-state", summary: "Clear jobs and pause" },
      "destructive",
      false,
    ],
    ["POST /orders", { summary: "Order details" }, "", false],
    ["POST /ledger", { summary: "Restore requests" }, "", false],
    [
      "POST /payments/{owner}",
      { summary: "Adds a payment of an owner" },
      "",
      false,
    ],
    [
      "GET /session/create/{name}",
      { operationId: "get_session_create" },
      "destructive",
      true,
    ],
    ["GET /groups/{id}/addMember/{member}", {}, "destructive", true],
    ["GET /update-groups/{id}", {}, read, false],
    ["GET /devices/{id}/update_plans/{plan}", {}, read, false],
    ["GET /{update}", {}, read, false],
    ["GET /things", { summary: "Deletes everything" }, "destructive", true],
    ["GET /files/ids", { operationId: "generateIds" }, read, false],
    ["GET /orders", { operationId: "getOrders" }, read, false],
    ["GET /archive", {}, read, false],
    [
      "GET /views.push",
      { operationId: "views_push", summary: "Push a view onto a stack." },
      "destructive",
      true,
    ],
    ["GET /dialog.open", { summary: "Open a dialog" }, "destructive", true],
    ["GET /files/{id}/share", { summary: "Share of a file" }, read, false],
    // Whoever tells others of something by a GET has done more than look.
    [
      "GET /channels/{id}/typing",
      { summary: "Indicate that the caller is typing" },
      "destructive",
      true,
    ],
    [
      "GET /channels/{id}/typing",
      { summary: "Indicators of who is typing" },
      read,
      false,
    ],
    ["GET /shares", { summary: "Shares of a user" }, read, false],
    [
      "POST /person",
      { summary: "Perform changes on it" },
      "destructive",
      false,
    ],
    [
      "POST /things",
      { summary: "Update the list by adding a thing" },
      "destructive",
      false,
    ],
    ["POST /orders", { summary: "Order details" }, "", false],
    ["GET /subscriptions", { summary: "Subscriptions" }, read, false],
    ["POST /pets", { operationId: "addPet" }, "", false],
    ["POST /pets", {}, "", false],
    ["POST /messages/send", {}, "", false],
    ["POST /files", { operationId: "uploadFile" }, "", false],
    ["POST /members", { operationId: "inviteMember" }, "", false],
    ["POST /data/import", {}, "", false],
    ["POST /files/{id}/copy", {}, "", false],
    ["POST /reports", { operationId: "generateReport" }, "", false],
    ["POST /jobs/{id}/start", {}, "", false],
    ["POST /topics/{id}/subscribe", {}, "", false],
    [
      "POST /pets/{id}",
      { operationId: "updatePetWithForm" },
      "destructive",
      false,
    ],
    ["POST /pets/{id}", {}, "destructive", false],
    ["POST /orders/{id}/cancel", {}, "destructive", false],
    ["POST /accounts/{id}/merge", {}, "destructive", false],
    ["POST /funds", { operationId: "transferFunds" }, "destructive", false],
    ["POST /jobs/{id}/run", {}, "destructive", false],
    ["POST /files/delete", {}, "destructive", false],
    [
      "POST /items/batch",
      { operationId: "batchDeleteItems" },
      "destructive",
      false,
    ],
    ["POST /keys/{id}/revoke", {}, "destructive", false],
    ["POST /charges/{id}/refund", {}, "destructive", false],
    ["POST /cache/clear", {}, "destructive", false],
    ["POST /users/{id}/suspend", {}, "destructive", false],
    [
      "POST /settings",
      { operationId: "createOrUpdateSettings" },
      "destructive",
      false,
    ],
    [
      "POST /pets/{id}/frobnicate",
      { operationId: "frobnicatePet" },
      "destructive",
      true,
    ],
    ["POST /vms/{id}/verify", {}, "destructive", true],
    ["POST /pets/search", { operationId: "searchPets" }, "destructive", true],
    ["POST /pets/count", {}, "destructive", true],
    ["POST /carts/preview", {}, "destructive", true],
    ["PUT /pets/{id}", { operationId: "replacePet" }, settles, false],
    ["PUT /pets/{id}/search", { operationId: "searchPets" }, settles, false],
    ["PATCH /pets/{id}", { operationId: "patchPet" }, "destructive", false],
    ["DELETE /pets/{id}", { operationId: "readPet" }, settles, false],
    ["DELETE /repos/{id}/star", { operationId: "unstarRepo" }, settles, false],
    ["COPY /pets/{id}", {}, "destructive", true],
    [
      "GET /pets",
      { parameters: [{ name: "X-HTTP-Method-Override", in: "header" }] },
      "destructive",
      true,
    ],
    [
      "POST /offers",
      {
        operationId: "searchOffers",
        parameters: [
          {
            name: "X-HTTP-Method-Override",
            in: "header",
            schema: { enum: ["GET"] },
          },
        ],
      },
      read,
      false,
    ],
  ])("%s %j: %s, doubtful: %s", (call, more, hints, doubtful) => {
    const found = hintsOf(sketch(call, more));
    expect(found.hints).toBe(hints);
    expect(found.doubt !== undefined).toBe(doubtful);
    expect(found.openWorld).toBe(true);
  });

  it.each<[string, Sketch, boolean | undefined]>([
    ["POST /pets/search", { operationId: "searchPets" }, true],
    ["POST /prices", { operationId: "calculatePrice" }, true],
    ["POST /items", { operationId: "checkAndUpdateItems" }, false],
    ["POST /items/search", { statuses: ["202"] }, false],
    ["POST /token", { operationId: "getAccessToken" }, false],
    ["POST /pets/{id}/frobnicate", { operationId: "frobnicatePet" }, false],
  ])("%s %j: a reading is suggested: %s", (call, more, suggested) => {
    expect(hintsOf(sketch(call, more)).suggested).toBe(suggested);
  });
});

describe("who may say otherwise", () => {
  it.each<[string, Sketch, { document?: Said; config?: Said }, string]>([
    ["POST /pets/search", {}, { document: { readOnlyHint: true } }, read],
    [
      "POST /pets",
      { operationId: "addPet" },
      { document: { destructiveHint: true } },
      "destructive",
    ],
    [
      "POST /pets/delete",
      {},
      { document: { readOnlyHint: true } },
      "destructive",
    ],
    [
      "POST /pets/delete",
      {},
      { document: { destructiveHint: false } },
      "destructive",
    ],
    [
      "DELETE /pets/{id}",
      {},
      { document: { readOnlyHint: true, destructiveHint: false } },
      settles,
    ],
    [
      "DELETE /pets/{id}",
      {},
      { document: { idempotentHint: false } },
      "destructive",
    ],
    ["PUT /pets/{id}", {}, { document: { destructiveHint: false } }, settles],
    [
      "PATCH /pets/{id}",
      {},
      { document: { idempotentHint: true, readOnlyHint: true } },
      "destructive",
    ],
    ["GET /pets", {}, { document: { readOnlyHint: false } }, "destructive"],
    [
      "GET /pets",
      {},
      { document: { readOnlyHint: false, destructiveHint: false } },
      "",
    ],
    ["GET /pets", {}, { document: { destructiveHint: true } }, "destructive"],
    [
      "GET /users/{id}/delete",
      {},
      { document: { readOnlyHint: true } },
      "destructive",
    ],
    ["DELETE /pets/{id}", {}, { config: { readOnlyHint: true } }, read],
    [
      "DELETE /pets/{id}",
      {},
      { config: { destructiveHint: false } },
      "idempotent",
    ],
    [
      "GET /pets",
      {},
      { document: { readOnlyHint: false }, config: { readOnlyHint: true } },
      read,
    ],
    [
      "POST /pets/search",
      {},
      {
        document: { readOnlyHint: true },
        config: { readOnlyHint: false, destructiveHint: false },
      },
      "",
    ],
    [
      "GET /reset",
      { extensions: { "x-openai-isConsequential": true } },
      {},
      "destructive",
    ],
    [
      "POST /pets/search",
      { extensions: { "x-openai-isConsequential": true } },
      { document: { readOnlyHint: true } },
      "destructive",
    ],
    [
      "GET /reset",
      { extensions: { "x-openai-isConsequential": true } },
      { config: { readOnlyHint: true } },
      read,
    ],
  ])("%s %j %j: %s", (call, more, said, hints) => {
    expect(hintsOf(sketch(call, more), said).hints).toBe(hints);
  });

  it("a stated hint settles a doubt", () => {
    const search = sketch("POST /pets/search");
    expect(hintsOf(search).doubt).toBeDefined();
    expect(
      hintsOf(search, { config: { readOnlyHint: false } }).doubt,
    ).toBeUndefined();
  });

  it("the world is open unless configured", () => {
    expect(
      hintsOf(sketch("GET /pets"), { config: { openWorldHint: false } })
        .openWorld,
    ).toBe(false);
  });
});

describeShared("hints of the cases", (folder) => {
  const annotated = async (
    file: string,
  ): Promise<{ [key: string]: string }> => {
    const { spec } = await loadSpec(path.join(folder, file), {});
    const { operations } = listOperations(spec);
    return Object.fromEntries(
      operations.map((operation) => {
        const { annotations } = readOverride(
          operation.extensions,
          operation.at,
        ).override;
        return [
          operation.key,
          hintsOf(
            operation,
            annotations === undefined ? {} : { document: annotations },
            operations,
          ).hints,
        ];
      }),
    );
  };

  it("28: by operation", async () => {
    expect(await annotated("cases/28-annotations-by-operation.yaml")).toEqual({
      "GET /pets": read,
      "POST /pets/search": read,
      "POST /pets": "",
      "PUT /pets/{}": settles,
      "PATCH /pets/{}": "destructive",
      "DELETE /pets/{}": settles,
      "GET /admin/reset": "destructive",
    });
  });

  it("52: lies", async () => {
    expect(await annotated("hostile/52-read-only-lies.yaml")).toEqual({
      "GET /users/{}/delete": "destructive",
      "DELETE /users/{}": settles,
      "POST /users/{}": "destructive",
      "GET /mail/send": "destructive",
    });
  });
});

// What a person expects of operations of ten APIs, labelled by reading them: vendor file, key, hints.
import labels from "./annotations.labels.json" with { type: "json" };

describeShared("hints of a labelled sample", (folder) => {
  it("are right for at least 97 % of it", async () => {
    const wrong: string[] = [];
    let all = 0;
    for (const [file, expected] of Object.entries(
      labels as { readonly [file: string]: { readonly [key: string]: string } },
    )) {
      const { spec } = await loadSpec(path.join(folder, "corpus", file), {});
      const { operations } = listOperations(spec);
      const { names } = nameTools(operations, {
        locked: new Map(),
        retired: new Map(),
        overrides: new Map(),
        resolve: spec.resolve,
      });
      for (const [key, label] of Object.entries(expected)) {
        const operation = operations.find((one) => one.key === key);
        expect(operation, `${file} ${key}`).toBeDefined();
        const { annotations } = annotate(operation!, names.get(key)!, {
          document: {},
          config: {},
        });
        const found = annotations.readOnlyHint
          ? "R"
          : annotations.destructiveHint
            ? "D"
            : "W";
        all += 1;
        if (found + (annotations.idempotentHint ? "i" : "") !== label)
          wrong.push(
            `${file} ${key}: ${label}, not ${found}${annotations.idempotentHint ? "i" : ""}`,
          );
      }
    }
    expect(all).toBeGreaterThanOrEqual(150);
    expect(wrong.length / all, wrong.join("\n")).toBeLessThanOrEqual(0.03);
  });
});
