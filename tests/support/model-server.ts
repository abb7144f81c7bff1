import type { ServerResponse } from 'node:http';
import { startHttpServer } from './http-server.ts';

/** How the model behaves: what it writes, piece by piece, and how that ends; `silent` never answers. */
export type Behaviour =
  | { says: string[]; tokens?: number }
  | { status: number; retryAfter?: number }
  | { cutAfter: string[] }
  | { invalidAfter: string[] }
  | { toolCall: string }
  | 'silent';

type Answer = Exclude<Behaviour, 'silent'>;

/** An OpenAI-compatible endpoint on this machine that answers, streaming where it is asked to, what a test tells it. `asked` are the bodies it was sent. */
export async function startModelServer() {
  const asked: string[] = [];
  let behaviour: Behaviour = { says: ['Nothing.'] };
  const server = await startHttpServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      const body = Buffer.concat(parts).toString();
      asked.push(body);
      if (behaviour === 'silent') return;
      const streams = (JSON.parse(body) as { stream?: boolean }).stream === true;
      (streams ? stream : answer)(response, behaviour);
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

/** Whether the provider refuses, and then it has answered. */
function refused(response: ServerResponse, behaviour: Answer): behaviour is Extract<Answer, { status: number }> {
  if (!('status' in behaviour)) return false;
  const { status, retryAfter } = behaviour;
  response.writeHead(status, {
    'Content-Type': 'application/json',
    ...(retryAfter === undefined ? {} : { 'Retry-After': String(retryAfter) }),
  });
  response.end(JSON.stringify({ error: { message: 'Not now.', type: 'error' } }));
  return true;
}

/** The whole answer at once. */
function answer(response: ServerResponse, behaviour: Answer): void {
  if (refused(response, behaviour)) return;
  const pieces = piecesOf(behaviour);
  const json = JSON.stringify({
    id: 'c1',
    object: 'chat.completion',
    created: 1,
    model: 'm',
    choices: [
      'toolCall' in behaviour
        ? { index: 0, message: { role: 'assistant', tool_calls: [callOf(behaviour)] }, finish_reason: 'tool_calls' }
        : { index: 0, message: { role: 'assistant', content: pieces.join('') }, finish_reason: 'stop' },
    ],
    usage: usageOf(behaviour),
  });
  response.writeHead(200, { 'Content-Type': 'application/json' });
  if ('cutAfter' in behaviour) {
    response.write(json.slice(0, json.length / 2));
    return void response.socket?.destroySoon();
  }
  response.end('invalidAfter' in behaviour ? json.slice(1) : json);
}

function stream(response: ServerResponse, behaviour: Answer): void {
  if (refused(response, behaviour)) return;
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
    chunk({ role: 'assistant', tool_calls: [callOf(behaviour)] });
    chunk({}, 'tool_calls');
    return finished(response, send);
  }
  const pieces = piecesOf(behaviour);
  for (const content of pieces) chunk({ role: 'assistant', content });
  if ('cutAfter' in behaviour) return void response.socket?.destroySoon();
  if ('invalidAfter' in behaviour) send('{"choices": [nonsense');
  chunk({}, 'stop', usageOf(behaviour));
  finished(response, send);
}

function finished(response: ServerResponse, send: (data: string) => void): void {
  send('[DONE]');
  response.end();
}

function piecesOf(behaviour: Answer): string[] {
  if ('says' in behaviour) return behaviour.says;
  if ('cutAfter' in behaviour) return behaviour.cutAfter;
  return 'invalidAfter' in behaviour ? behaviour.invalidAfter : [];
}

function callOf({ toolCall }: { toolCall: string }) {
  return { index: 0, id: 't1', type: 'function', function: { name: toolCall, arguments: '{}' } };
}

function usageOf(behaviour: Answer) {
  const tokens = 'says' in behaviour ? (behaviour.tokens ?? 50) : 50;
  return { prompt_tokens: tokens - 10, completion_tokens: 10, total_tokens: tokens };
}
