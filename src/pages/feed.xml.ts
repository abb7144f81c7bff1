import { feedRoute } from '../content/feed-routes.ts';

export const GET = feedRoute('atom', 'site');
