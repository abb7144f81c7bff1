type Props = {
  /** A drawing that is known to be harmless; nothing is shown without one, and its room stays. */
  svg: string | undefined;
  className?: string;
};

/** An icon as large as the text around it, in that text's colour. It says nothing to those who hear the page. */
export function Icon({ svg, className = '' }: Props) {
  const classes = `inline-block size-[1em] flex-none leading-none ${className}`;
  return <span aria-hidden="true" className={classes} dangerouslySetInnerHTML={{ __html: svg ?? '' }} />;
}
