/** English texts of the banner with notices of the server's operator, loaded with the banner. */
export const en = {
  title: "Notice of this server",
  dismiss: "Hide this notice",
  closesAt: (when: string) =>
    `This server closes at ${when}. Games are kept, and no clock runs until it is open again.`,
  readOnly: "No new game can begin for now. Games under way can be played to their end.",
  invitedOnly:
    "Only invited people can open tables here. With the link to a table you can sit down.",
  welcome: "Your invitation is valid: you can open tables here.",
};

/** The type of these texts in every language. */
export type NoticeWords = typeof en;
