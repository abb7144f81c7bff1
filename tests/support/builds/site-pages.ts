/** The routes that every build has, each with its layout and, if it has one, its guard. */
export const fixedPages = [
  { path: '/', layout: 'default', guard: null },
  { path: '/inbox', layout: 'default', guard: 'auth' },
  { path: '/new', layout: 'default', guard: 'auth' },
  { path: '/user', layout: 'default', guard: 'auth' },
  { path: '/user/settings', layout: 'default', guard: 'auth' },
  { path: '/note/list/1', layout: 'default', guard: null },
  { path: '/note/item', layout: 'blank', guard: null },
  { path: '/note/copy', layout: 'default', guard: 'auth' },
  { path: '/signin', layout: 'auth', guard: null },
  { path: '/signup', layout: 'auth', guard: null },
] as const;
