/**
 * Whether a text looks as if it held somebody's e-mail, RUT or phone: people type them into search boxes and addresses, and they
 * are never recorded (decision 35).
 */
export const looksPersonal = (text: string): boolean =>
  /\S@\S/.test(text) ||
  /(^|[^\dk])\d{1,2}[.\s]?\d{3}[.\s]?\d{3}\s?[-‐–]?\s?[\dk]([^\dk]|$)/i.test(text) ||
  /\d{7,}/.test(text.replaceAll(/[\s().+-]/g, ''))
