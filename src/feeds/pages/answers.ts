/** What a route answers whose address names nothing. Whoever asked for the page says so in words. */
export function noPage(): Response {
  return new Response(null, { status: 404 });
}

/** A text for other programs than browsers, which sites of others may fetch. */
export function textResponse(text: string, type: string): Response {
  return new Response(text, {
    headers: { 'Content-Type': `${type}; charset=utf-8`, 'Access-Control-Allow-Origin': '*' },
  });
}
