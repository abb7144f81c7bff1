import type { APIRoute } from 'astro';
import { tagFeeds, type FeedPage } from '../../../content/feeds.ts';
import { atomFeed } from '../../../domain/feeds/atom.ts';

export const getStaticPaths = tagFeeds;

export const GET: APIRoute<FeedPage> = ({ props }) => new Response(atomFeed(props.feed()));
