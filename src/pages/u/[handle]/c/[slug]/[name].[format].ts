import { feedRoute } from '../../../../../feeds/pages/feeds.ts';

export const GET = feedRoute('collection');
