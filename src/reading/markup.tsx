import { renderToStaticMarkup } from 'react-dom/server';
import type { Problem as ProblemProps } from '../domain/page-problem.ts';
import { Article, type ArticleProps } from './Article.tsx';
import { NoteHead, type NoteHeadProps } from './NoteHead.tsx';
import { Problem } from './Problem.tsx';

/** The HTML that Astro writes for the same components in prerendered pages. */
export const articleMarkup = (props: ArticleProps) => renderToStaticMarkup(<Article {...props} />);
export const noteHeadMarkup = (props: NoteHeadProps) => renderToStaticMarkup(<NoteHead {...props} />);
export const problemMarkup = (props: ProblemProps) => renderToStaticMarkup(<Problem {...props} />);
