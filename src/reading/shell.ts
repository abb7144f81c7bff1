/** Comments in prerendered shells between which a function puts what only it knows. */
export const marks = {
  head: { start: '<!--head-->', end: '<!--/head-->' },
  content: { start: '<!--content-->', end: '<!--/content-->' },
} as const;
