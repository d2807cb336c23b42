/** A text of another system without addresses: those of servers can hold a password or a token, and e-mails are people's. */
export const withoutAddresses = (text: string): string =>
  text.replaceAll(/\w+:\/\/\S+/g, '[address]').replaceAll(/[^\s<>"'(]+@[^\s<>"')]+/g, '[address]')
