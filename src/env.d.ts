declare namespace App {
  interface Locals {
    /** What is published, as this rendering sees it. */
    content: import('./domain/content.ts').Content;
  }
}
