/** Why something is reported, as the reporter chooses. */
export const reportReasons = {
  spam: 'Spam or advertising',
  abuse: 'Harassment, threats or hate',
  private: 'Someone’s private information',
  illegal: 'Against the law',
  other: 'Something else',
} as const;

/** The longest text of a report and of an appeal, in characters. */
export const maxExplanation = 1000;
