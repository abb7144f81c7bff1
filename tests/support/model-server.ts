import type { ServerResponse } from 'node:http';
import { startHttpServer } from './http-server.ts';

/** How the model behaves: what it writes, piece by piece, and how that ends. */
export type Behaviour =
  | { says: string[]; tokens?: number }
  | { status: number; retryAfter?: number }
  | { cutAfter: string[] }
  | { invalidAfter: string[] }
  | { toolCall: string };

/** An OpenAI-compatible endpoint on this machine that streams what a test tells it. `asked` are the bodies it was sent. */
export async function startModelServer() {
  const asked: string[] = [];
  let behaviour: Behaviour = { says: ['Nothing.'] };
  const server = await startHttpServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      asked.push(Buffer.concat(parts).toString());
      answer(response, behaviour);
    });
  });
  return {
    url: `${server.url}/v1`,
    asked,
    calls: server.calls,
    behave: (next: Behaviour) => {
      behaviour = next;
      asked.length = 0;
    },
    stop: server.stop,
  };
}

function answer(response: ServerResponse, behaviour: Behaviour): void {
  if ('status' in behaviour) {
    const { status, retryAfter } = behaviour;
    response.writeHead(status, {
      'Content-Type': 'application/json',
      ...(retryAfter === undefined ? {} : { 'Retry-After': String(retryAfter) }),
    });
    return void response.end(JSON.stringify({ error: { message: 'Not now.', type: 'error' } }));
  }
  response.writeHead(200, { 'Content-Type': 'text/event-stream' });
  const send = (data: string) => response.write(`data: ${data}\n\n`);
  const chunk = (delta: object, finish: string | null = null, usage?: object) =>
    send(
      JSON.stringify({
        id: 'c1',
        object: 'chat.completion.chunk',
        created: 1,
        model: 'm',
        choices: [{ index: 0, delta, finish_reason: finish }],
        ...(usage && { usage }),
      }),
    );
  if ('toolCall' in behaviour) {
    const call = { index: 0, id: 't1', type: 'function', function: { name: behaviour.toolCall, arguments: '{}' } };
    chunk({ role: 'assistant', tool_calls: [call] });
    chunk({}, 'tool_calls');
    return finished(response, send);
  }
  const pieces =
    'says' in behaviour ? behaviour.says : 'cutAfter' in behaviour ? behaviour.cutAfter : behaviour.invalidAfter;
  for (const content of pieces) chunk({ role: 'assistant', content });
  if ('cutAfter' in behaviour) return void response.socket?.destroySoon();
  if ('invalidAfter' in behaviour) send('{"choices": [nonsense');
  const tokens = 'says' in behaviour ? (behaviour.tokens ?? 50) : 50;
  chunk({}, 'stop', { prompt_tokens: tokens - 10, completion_tokens: 10, total_tokens: tokens });
  finished(response, send);
}

function finished(response: ServerResponse, send: (data: string) => void): void {
  send('[DONE]');
  response.end();
}
