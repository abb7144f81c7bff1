import type { APIRoute } from 'astro';
import { personFeeds, type FeedPage } from '../../../content/feeds.ts';
import { atomFeed } from '../../../domain/feeds/atom.ts';

export const getStaticPaths = personFeeds;

export const GET: APIRoute<FeedPage> = ({ props }) => new Response(atomFeed(props.feed()));
