import type { Settings } from '#app/platform/env/settings.server.ts'

/** Whether mails are kept for the demo's mailbox: nowhere else than in a demo, and not in one that sends them. */
export const hasMailbox = ({ demo, mailServer }: Pick<Settings, 'demo' | 'mailServer'>): boolean =>
  demo && mailServer === undefined
