// The API that samples/marina.yaml describes, in memory and on loopback: enough of it to be driven by the demo.
import { createServer } from "node:http";

/**
 * Starts the API.
 *
 * @param {{ apiKey: string, adminToken: string }} credentials what callers have to send
 * @returns {Promise<{ url: string, close: () => Promise<void> }>}
 */
export async function startMarinaApi({ apiKey, adminToken }) {
  const berths = new Map(
    [
      ["A01", 8],
      ["A02", 10],
      ["B12", 12.5],
    ].map(([id, length]) => [
      id,
      {
        id,
        pontoon: id[0],
        length,
        features: ["power", "water"],
        nightlyRate: { amount: length * 250, currency: "EUR" },
      },
    ]),
  );
  const bookings = new Map();

  const routes = [
    [
      "GET",
      /^\/v1\/berths$/,
      ({ query }) => ({
        status: 200,
        body: {
          data: [...berths.values()]
            .filter((berth) => berth.length >= Number(query.get("minLength") ?? 0))
            .slice(0, Number(query.get("limit") ?? 20)),
        },
      }),
    ],
    [
      "GET",
      /^\/v1\/berths\/([^/]+)$/,
      ({ id }) =>
        berths.has(id)
          ? { status: 200, body: berths.get(id) }
          : problem(404, "Not found", `There is no berth ${id}.`),
    ],
    [
      "DELETE",
      /^\/v1\/berths\/([^/]+)$/,
      ({ id }) =>
        berths.delete(id)
          ? { status: 204 }
          : problem(404, "Not found", `There is no berth ${id}.`),
    ],
    [
      "POST",
      /^\/v1\/bookings$/,
      ({ body }) => {
        if (!berths.has(body.berthId)) {
          return problem(422, "Invalid booking", "The berth does not exist.", [
            { field: "berthId", message: `unknown berth ${body.berthId}` },
          ]);
        }
        const booking = { id: `BK${bookings.size + 1}`, status: "held", ...body };
        bookings.set(booking.id, booking);
        return { status: 201, body: booking };
      },
    ],
  ];

  const server = createServer(async (request, response) => {
    const url = new URL(request.url, "http://127.0.0.1");
    let text = "";
    for await (const chunk of request) text += chunk;
    const { status, body } = answer(request, url, text);
    response.writeHead(status, {
      "content-type":
        status >= 400 ? "application/problem+json" : "application/json",
    });
    response.end(body === undefined ? undefined : JSON.stringify(body));
  });

  function answer(request, url, text) {
    const admin = request.headers.authorization === `Bearer ${adminToken}`;
    if (request.method === "DELETE" ? !admin : request.headers["x-api-key"] !== apiKey) {
      return problem(401, "Unauthorized", "The credentials are missing or wrong.");
    }
    for (const [method, pattern, handle] of routes) {
      const match = pattern.exec(url.pathname);
      if (match && method === request.method) {
        return handle({
          id: match[1] && decodeURIComponent(match[1]),
          query: url.searchParams,
          body: text === "" ? undefined : JSON.parse(text),
        });
      }
    }
    return problem(404, "Not found", `Nothing at ${url.pathname}.`);
  }

  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${server.address().port}/v1`,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(resolve);
      }),
  };
}

/** https://www.rfc-editor.org/rfc/rfc9457 */
function problem(status, title, detail, errors) {
  return { status, body: { type: "about:blank", title, status, detail, errors } };
}
