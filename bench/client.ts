import * as http from "node:http";
import * as https from "node:https";
import { text } from "node:stream/consumers";

export interface Sent {
  method?: string;
  /** Path and query. */
  address: string;
  headers?: Record<string, string>;
  body?: unknown;
}

interface Answer {
  /** 0 if the connection broke, or if there was no answer in time. */
  status: number;
  text: string;
}

// Longer than a server takes to say that its database is frozen.
const ATTEMPT_MS = 20_000;

export interface Client {
  /** One attempt. Never throws. */
  send(sent: Sent): Promise<Answer>;
  close(): void;
}

/** Sends each attempt to the next of these servers, over connections that stay open. */
export function createClient(servers: string[], options: http.AgentOptions = {}): Client {
  const { Agent, request } = servers[0]?.startsWith("https:") ? https : http;
  const agent = new Agent({ keepAlive: true, ...options });
  let turn = 0;

  async function attempt({ method = "GET", address, headers, body }: Sent): Promise<Answer> {
    const server = servers[turn++ % servers.length];
    const json = body === undefined ? undefined : JSON.stringify(body);
    const call = request(server + address, {
      agent,
      method,
      headers: { ...headers, ...(json !== undefined && { "content-type": "application/json" }) },
      signal: AbortSignal.timeout(ATTEMPT_MS),
    });
    return new Promise((resolve, reject) => {
      call.on("error", reject);
      call.on("response", (response) => {
        const status = response.statusCode ?? 0;
        text(response).then((read) => resolve({ status, text: read }), reject);
      });
      call.end(json);
    });
  }

  return {
    send: (sent) => attempt(sent).catch((error: unknown) => ({ status: 0, text: String(error) })),
    close: () => agent.destroy(),
  };
}
