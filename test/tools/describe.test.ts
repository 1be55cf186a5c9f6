import path from "node:path";
import { describe, expect, it } from "vitest";
import { listOperations } from "../../src/spec/operations.js";
import { loadSpec } from "../../src/spec/load.js";
import type { Operation } from "../../src/spec/operation.js";
import { createConverter } from "../../src/spec/schema.js";
import { describeTool, surveyTools } from "../../src/tools/describe.js";
import { nameTools } from "../../src/tools/names.js";
import { describeAnswer, type AnswerShape } from "../../src/tools/output.js";
import { describeShared } from "../shared.js";
import { sketch, type Sketch } from "./operations.js";

const unknown: AnswerShape = { kind: "unknown", fields: [] };

function textOf(
  operation: Operation,
  others: readonly Operation[] = [],
  answer: AnswerShape = unknown,
): ReturnType<typeof describeTool> {
  const all = [operation, ...others];
  const { names } = nameTools(all, {
    locked: new Map(),
    retired: new Map(),
    overrides: new Map(),
  });
  return describeTool({
    operation,
    name: names.get(operation.key)!,
    answer,
    survey: surveyTools(all, names),
  });
}

describe("a description", () => {
  it.each<[string, Sketch, AnswerShape, string]>([
    [
      "GET /orgs",
      { summary: "List all organisations" },
      unknown,
      "List all organisations.",
    ],
    [
      "GET /orgs/{id}",
      {
        summary: "Get one organisation",
        description:
          "Returns the **organisation** with its plan. See [the guide](https://docs.example.test/orgs).\n\n<details>Very long history</details>",
      },
      unknown,
      "Get one organisation. Returns the organisation with its plan.",
    ],
    [
      "GET /pets",
      {
        description:
          "This endpoint allows you to list the pets. Archived ones are left out.",
      },
      unknown,
      "List the pets. Archived ones are left out.",
    ],
    [
      "DELETE /sessions/{id}",
      { description: "This method invalidates the session." },
      unknown,
      "Invalidates the session.",
    ],
    [
      "GET /firewalls",
      {
        summary: "Firewalls of all",
        description:
          "To list the firewalls of your account, send a GET request to `/firewalls`.",
      },
      unknown,
      "Firewalls of all. List the firewalls of your account.",
    ],
    [
      "GET /firewalls/{firewall_id}/state",
      {
        summary: "Firewall state",
        description:
          "Use the `/firewalls/$FIREWALL_ID/state` endpoint to see whether rules are applied.",
      },
      unknown,
      "Firewall state. See whether rules are applied.",
    ],
    [
      "POST /transfers/get",
      {
        description:
          "The `/transfers/get` endpoint fetches a transfer. The GET /events endpoint can be used to follow it.",
      },
      unknown,
      "Fetches a transfer. The GET /events endpoint can be used to follow it.",
    ],
    [
      "GET /fine-tunes/{id}",
      { summary: "Get a job. [Learn more](/docs). Only your own." },
      unknown,
      "Get a job. Only your own.",
    ],
    [
      "POST /tokens",
      {
        description:
          "__Tokens live on servers only.\n\nClients never see them.__ They are signed by ID..",
      },
      unknown,
      "Create token. Tokens live on servers only.",
    ],
    [
      "GET /stats",
      { summary: "Get statistics", description: "This endpoint is cached." },
      unknown,
      "Get statistics. This endpoint is cached.",
    ],
    [
      "GET /quotes/{quote}/lines",
      { description: "When retrieving a quote, its first lines are included." },
      unknown,
      "List quote lines. When retrieving a quote, its first lines are included.",
    ],
    [
      "DELETE /customers/{id}",
      { description: "Permanently deletes a customer." },
      unknown,
      "Permanently deletes a customer.",
    ],
    [
      "DELETE /licences/{id}",
      { summary: "Cancel", description: "Cancels a licence for good." },
      unknown,
      "Cancels a licence for good.",
    ],
    [
      "GET /keys/{key}",
      { summary: "Availability" },
      unknown,
      "Get key. Availability.",
    ],
    ["DELETE /keys/{key}", { summary: "Delete" }, unknown, "Delete key."],
    [
      "GET /images",
      { summary: "Find images - *** DEPRECATED ***" },
      unknown,
      "Deprecated. Find images.",
    ],
    [
      "GET /images",
      { summary: "List deprecated images" },
      unknown,
      "List deprecated images.",
    ],
    [
      "POST /disputes",
      {
        summary: "Open a dispute",
        description:
          "A dispute can be opened once only. For rules regarding documents, see documents.",
      },
      unknown,
      "Open a dispute. A dispute can be opened once only.",
    ],
    [
      "GET /orgs/{id}/members/{memberId}",
      {
        parameters: [
          { name: "id", in: "path" },
          { name: "memberId", in: "path" },
        ],
      },
      unknown,
      "Get org member by org id and member id: GET /orgs/{id}/members/{memberId}.",
    ],
    [
      "GET /cards/{idCard}",
      { parameters: [{ name: "idCard", in: "path" }] },
      unknown,
      "Get card by card id: GET /cards/{idCard}.",
    ],
    [
      "GET /bindings",
      { summary: "Say what is bound" },
      { kind: "list", noun: "ResourceBindingRoles", fields: ["id"] },
      "Say what is bound. Returns a list of resource binding roles (id).",
    ],
    [
      "GET /bindings",
      { summary: "Say what is bound" },
      { kind: "list", noun: "PageOfPets", fields: ["id"] },
      "Say what is bound. Returns a list of pets (id).",
    ],
    [
      "GET /pets",
      { summary: "List pets", description: "Lists pets." },
      unknown,
      "List pets.",
    ],
    [
      "POST /orders",
      {
        summary: "Create an order",
        description:
          "Creates an order.\n\nOrders are kept in the warehouse system.\n\nAt most 100 orders can be created in an hour.\n\nOAuth tokens need the `orders` scope.",
      },
      unknown,
      "Create an order. At most 100 orders can be created in an hour.",
    ],
    [
      "GET /pets",
      { summary: "List pets" },
      { kind: "list", noun: "Pet", fields: ["_links", "status", "id", "name"] },
      "List pets. Returns a list (id, status, name).",
    ],
    [
      "GET /pets/{id}/friends",
      { summary: "Who likes it" },
      { kind: "list", noun: "PersonResponse", fields: ["id"] },
      "Who likes it. Returns a list of people (id).",
    ],
    [
      "GET /pets/{id}",
      { summary: "One pet" },
      { kind: "object", noun: "Pet", fields: ["id", "name"] },
      "One pet. Returns id, name.",
    ],
    [
      "DELETE /pets/{id}",
      { summary: "Delete a pet", statuses: ["204"] },
      { kind: "nothing", fields: [] },
      "Delete a pet. Returns nothing.",
    ],
    [
      "GET /pets/{id}/photo",
      { summary: "Photo of a pet" },
      { kind: "file", fields: [] },
      "Photo of a pet. Returns a file.",
    ],
    [
      "GET /pets",
      {
        summary: "List pets",
        parameters: [{ name: "page" }, { name: "per_page" }],
      },
      unknown,
      "List pets. Paged by `page` and `per_page`.",
    ],
    [
      "GET /pets",
      {
        summary: "List pets",
        parameters: [{ name: "starting_after" }, { name: "limit" }],
      },
      unknown,
      "List pets. Paged by `starting_after` and `limit`.",
    ],
    [
      "GET /flights",
      {
        summary: "List flights",
        parameters: [{ name: "from" }, { name: "to" }],
      },
      unknown,
      "List flights.",
    ],
    [
      "GET /pets/{id}",
      { summary: "Get a pet", deprecated: true },
      unknown,
      "Deprecated. Get a pet.",
    ],
  ])("%s %j %j", (call, more, answer, want) => {
    expect(textOf(sketch(call, more), [], answer).description).toBe(want);
  });

  it("is made from method and path where the document says nothing, and that is reported", () => {
    const { description, diagnostics, title } = textOf(
      sketch("DELETE /orgs/{id}", {
        operationId: "removeOrg",
        deprecated: true,
        parameters: [{ name: "id", in: "path" }],
      }),
    );
    expect(description).toBe(
      "Deprecated. Remove org by id: DELETE /orgs/{id}.",
    );
    expect(title).toBe("Remove org");
    expect(diagnostics.map(({ code }) => code)).toEqual(["text-missing"]);
  });

  it.each(["listPets", "GET /pets", "pets_list"])(
    "does not take %j for a text",
    (summary) => {
      expect(
        textOf(sketch("GET /pets", { operationId: "listPets", summary }))
          .description,
      ).toBe("List pets: GET /pets.");
    },
  );

  it("tells operations with one summary apart", () => {
    const places = sketch("GET /places", { summary: "Get all objects." });
    const people = sketch("GET /people", { summary: "Get all objects." });
    const found = textOf(people, [places]);
    expect(found.description).toBe("List people. Get all objects.");
    expect(found.title).toBe("List people");
    expect(found.diagnostics.map(({ code }) => code)).toEqual([
      "text-repeated",
    ]);
  });

  it("names the replacement of what is deprecated, when there is one", () => {
    const other = sketch("GET /v2/pets", {
      operationId: "searchPetsV2",
      summary: "Search",
    });
    const old = (description: string): string =>
      textOf(
        sketch("GET /pets", {
          summary: "Pets of old",
          description,
          deprecated: true,
        }),
        [other],
      ).description;
    expect(old("Use `searchPetsV2` instead.")).toContain(
      "Deprecated: use `search_pets` instead.",
    );
    expect(old("Use GET /v2/pets instead.")).toContain(
      "Deprecated: use `search_pets` instead.",
    );
    expect(old("Use the new one instead.")).toMatch(/^Deprecated\. /);
  });

  it("says where to follow what is only started", () => {
    const job = sketch("GET /exports/{id}", { operationId: "getExport" });
    const start = sketch("POST /exports", {
      operationId: "startExport",
      summary: "Start an export",
      statuses: ["202"],
    });
    expect(textOf(start, [job]).description).toBe(
      "Start an export. Only starts the work, which goes on after the answer; follow it with `get_export`.",
    );
    expect(textOf(start).description).toBe(
      "Start an export. Only starts the work, which goes on after the answer.",
    );
  });

  it("says how it differs from its nearest sibling", () => {
    const all = sketch("GET /issues", { summary: "Issues of all" });
    const some = sketch("GET /repos/{repo}/issues", {
      summary: "Issues of a repo",
    });
    expect(textOf(all, [some]).description).toBe(
      "Issues of all. For one repo, use `list_repo_issues`.",
    );
    expect(textOf(some, [all]).description).toBe(
      "Issues of a repo. Without a given repo, use `list_issues`.",
    );
  });

  it("does not tell things apart by their number where both are one", () => {
    const one = sketch("GET /registrations/{id}", { operationId: "getClient" });
    const other = sketch("GET /longview/clients/{id}", {
      operationId: "getLongviewClient",
    });
    expect(textOf(one, [other]).description).toMatch(
      /See also `get_longview_client`\.$/,
    );
  });

  it("says for what a search finds ids", () => {
    const search = sketch("GET /search/movie", { summary: "Search movies" });
    const others = [
      sketch("GET /movie/{movie_id}"),
      sketch("GET /movie/{movie_id}/credits"),
    ];
    const answer: AnswerShape = {
      kind: "list",
      noun: "Movie",
      fields: ["id", "title"],
    };
    expect(textOf(search, others, answer).description).toBe(
      "Search movies. Returns a list (id, title). Finds the `movie_id` for a movie's details and credits.",
    );
  });

  it("leaves out what many descriptions repeat", () => {
    const notice = "Only available to customers of the Gold plan.";
    const others = Array.from({ length: 6 }, (_, n) =>
      sketch(`GET /things${n}`, {
        description: `Thing number ${n}. ${notice}`,
      }),
    );
    expect(
      textOf(
        sketch("GET /pets", {
          summary: "List pets",
          description: `Pets of the shop. ${notice}`,
        }),
        others,
      ).description,
    ).toBe("List pets. Pets of the shop.");
  });

  // From three to five operations, and a fifth of them in between, make a sentence boilerplate.
  it.each([
    [4, 2, true],
    [4, 3, false],
    [20, 3, true],
    [20, 4, false],
    [100, 4, true],
    [100, 5, false],
  ])(
    "of %s operations, one of %s says its sentence: %s",
    (all, saying, want) => {
      const notice = "Only for customers of the Gold plan.";
      const [first, ...others] = Array.from({ length: all }, (_, n) =>
        sketch(`GET /things${n}`, {
          summary: `Thing of the kind ${n}`,
          description:
            n < saying
              ? `It is number ${n}.\n\n${notice}`
              : `It is number ${n}.`,
        }),
      );
      expect(textOf(first!, others).description.includes(notice)).toBe(want);
    },
  );

  it.each([
    "This tutorial must be read before the first call.",
    "The following example only shows one pet.",
    "See the guide, which must be followed.",
    "Example request with at most one pet.",
    "For more details, see the limits.",
    "Have you only ever wondered which pets there are?",
  ])("leaves out what is for a reader of documentation: %s", (sentence) => {
    expect(
      textOf(
        sketch("GET /pets", {
          summary: "List pets",
          description: `Lists pets.\n\n${sentence} At most 100 come back.`,
        }),
      ).description,
    ).toBe("List pets. At most 100 come back.");
  });

  it.each([
    ["schema1", ""],
    ["Model12", ""],
    ["inline_response_200", ""],
    ["NotificationRuleDiscriminator", " of notification rules"],
    ["ResourceBinding", ""],
    ["Resource", ""],
    ["PetListResponse", " of pets"],
  ])("takes from the schema name %s what names a thing", (noun, of) => {
    expect(
      textOf(sketch("GET /bindings", { summary: "Say what is bound" }), [], {
        kind: "list",
        noun,
        fields: ["id"],
      }).description,
    ).toBe(`Say what is bound. Returns a list${of} (id).`);
  });

  it.each([
    ["Get a coach", "Get a coach record by id.", "Get a coach."],
    [
      "Cluster View",
      "Get a cluster by its id.",
      "Cluster View. Get a cluster by its id.",
    ],
    ["", "Enumerates DnsKeys of a zone.", "Enumerates DnsKeys of a zone."],
    [
      "Get a zone",
      "Gets a zone with its keys and rules.",
      "Get a zone. Gets a zone with its keys and rules.",
    ],
  ])("of %j and %j: %j", (summary, description, want) => {
    expect(
      textOf(
        sketch("GET /zones/{id}", {
          ...(summary !== "" && { summary }),
          description,
        }),
      ).description,
    ).toBe(want);
  });

  it("writes in capitals what is written so", () => {
    const title = (call: string): string => textOf(sketch(call)).title;
    expect(title("GET /dns-keys")).toBe("List DNS keys");
    expect(title("POST /sms")).toBe("Create SMS");
    expect(title("GET /vms")).toBe("List VMs");
    expect(title("GET /ships/{id}")).toBe("Get ship");
  });

  it("is never longer than 1,024 characters, nor a title than 60", () => {
    const { description, title } = textOf(
      sketch("GET /pets", {
        summary: "word ".repeat(500),
        description: `${"limit ".repeat(3000)}.`,
      }),
    );
    expect(description.length).toBeLessThanOrEqual(1024);
    expect(title.length).toBeLessThanOrEqual(60);
  });

  it("has nothing invisible in it", () => {
    const { description, title } = textOf(
      sketch("GET /pets", { summary: "List\u200b pets\u202e \u001b[31mnow" }),
    );
    expect(description).toBe("List pets now.");
    expect(title).toBe("List pets now");
  });
});

describeShared("descriptions of the cases", (folder) => {
  it("33: summary and first paragraph, deprecated first, no text at all", async () => {
    const { spec } = await loadSpec(
      path.join(folder, "cases/33-descriptions.yaml"),
      {},
    );
    const { operations } = listOperations(spec);
    const { names } = nameTools(operations, {
      locked: new Map(),
      retired: new Map(),
      overrides: new Map(),
    });
    const survey = surveyTools(operations, names);
    const converter = createConverter(spec);
    const found = new Map(
      operations.map((operation) => [
        operation.key,
        describeTool({
          operation,
          name: names.get(operation.key)!,
          answer: describeAnswer(operation, converter),
          survey,
        }).description,
      ]),
    );
    expect(found.get("GET /orgs")).toBe("List all organisations.");
    expect(found.get("GET /orgs/{}")).toBe(
      "Get one organisation. Returns the organisation with its plan.",
    );
    expect(found.get("DELETE /orgs/{}")).toMatch(/^Deprecated\. /);
  });
});
