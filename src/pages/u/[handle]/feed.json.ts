import type { APIRoute } from 'astro';
import { personFeeds, type FeedPage } from '../../../content/feeds.ts';
import { jsonFeed } from '../../../domain/feeds/json-feed.ts';

export const getStaticPaths = personFeeds;

export const GET: APIRoute<FeedPage> = ({ props }) => new Response(jsonFeed(props.feed()));
