/** The mail's own policy, besides the page's: whatever its HTML holds, it loads nothing, runs nothing and posts nothing. */
const POLICY = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'"

/**
 * A mail's HTML for a frame of the demo's mailbox: its links open in a new tab, and those of the shop, whose mails name it by `origin`, on the
 * host that the reader is on.
 */
export const framedMail = (html: string, origin: string): string =>
  html
    .replace(
      '<head>',
      `<head>\n<meta http-equiv="Content-Security-Policy" content="${POLICY}">\n<base target="_blank">`,
    )
    .replaceAll(/ href="([^"]*)"/g, (written, address: string) => {
      const path = address.startsWith(`${origin}/`) ? address.slice(origin.length) : undefined
      // A path that begins with two slashes would be read as another host.
      return path === undefined || /^\/[/\\]/.test(path) ? written : ` href="${path}"`
    })
