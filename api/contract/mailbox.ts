/** GET /sandbox/api/mails: the built-in mailbox, newest first. */
export interface SandboxMailHead {
  id: string;
  subject: string;
  to: string;
  date: string;
}

/** GET /sandbox/api/mails/:id */
export interface SandboxMail extends SandboxMailHead {
  html: string;
  text: string;
}
