import type { Build, Content } from './reading/model/content.ts';

declare global {
  namespace App {
    interface Locals {
      /** What is published, as this rendering sees it. */
      content: Content;
      /** The build that the page is part of; functions render without one. */
      build?: Build | undefined;
    }
  }
}
