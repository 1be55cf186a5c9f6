// Yours: written once, never touched again. Tools of your own, listed beside the generated ones; one that has a generated
// tool's name takes its place.
import type { AnyTool } from "./runtime/tool.js";

export const customTools: readonly AnyTool[] = [
  // One tool for what otherwise takes two calls. `api.call` sends the request of a generated tool, with its credentials,
  // retries and limits; `api.result` makes a value the tool's answer.
  // (`import { defineTool } from "./runtime/tool.js";`, and the generated tools from where they are.)
  //
  // defineTool<{ name: string }>({
  //   name: "get_pet_by_name",
  //   title: "Get a pet by its name",
  //   description: "Find a pet by its exact name and get all of its details.",
  //   annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: true },
  //   input: {
  //     type: "object",
  //     properties: { name: { type: "string", description: "The pet's name." } },
  //     required: ["name"],
  //     additionalProperties: false,
  //   },
  //   request: listPets.request,
  //   handler: async ({ name }, api) => {
  //     const pets = (await api.call(listPets, {})).json() as { id: number; name: string }[];
  //     const pet = pets.find((one) => one.name === name);
  //     if (pet === undefined) return api.result(`No pet is called ${name}.`);
  //     return api.result((await api.call(getPet, { petId: pet.id })).json());
  //   },
  // }),
];
