import { feedRoute } from '../feeds/pages/feed-routes.ts';

export const GET = feedRoute('atom', 'site');
