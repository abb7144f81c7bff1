import type { APIRoute } from 'astro';
import { tagFeeds, type FeedPage } from '../../../content/feeds.ts';
import { rssFeed } from '../../../domain/feeds/rss.ts';

export const getStaticPaths = tagFeeds;

export const GET: APIRoute<FeedPage> = ({ props }) => new Response(rssFeed(props.feed()));
