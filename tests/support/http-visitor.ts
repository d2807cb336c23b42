import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { PASSWORD } from './factories.ts'

/** A visitor without a browser: stores cookies and posts forms like a page without scripts. */
export class HttpVisitor {
  readonly #cookies = new Map<string, string>()
  readonly #url: string

  /** @param cookies the visitor's initial cookies. */
  constructor(url: string, cookies: Record<string, string> = {}) {
    this.#url = url
    for (const [name, value] of Object.entries(cookies)) this.#cookies.set(name, value)
  }

  /** The value of a cookie, as it is sent. */
  cookie(name: string): string | undefined {
    return this.#cookies.get(name)
  }

  async get(path: string): Promise<Response> {
    return this.send(path, {})
  }

  async post(path: string, fields: Record<string, string>): Promise<Response> {
    return this.send(path, { method: 'POST', body: new URLSearchParams(fields) })
  }

  async postJson(path: string, body: unknown): Promise<Response> {
    return this.send(path, {
      method: 'POST',
      body: JSON.stringify(body),
      headers: { 'content-type': 'application/json' },
    })
  }

  /** Any request, with this visitor's cookies; redirects are not followed. */
  async send(path: string, init: RequestInit): Promise<Response> {
    const headers = new Headers(init.headers)
    headers.set('origin', this.#url)
    if (this.#cookies.size > 0) headers.set('cookie', [...this.#cookies].map(pair => pair.join('=')).join('; '))
    const answer = await fetch(new URL(path, this.#url), { ...init, headers, redirect: 'manual' })
    for (const cookie of answer.headers.getSetCookie()) {
      const [pair = ''] = cookie.split(';')
      const [name = '', ...value] = pair.split('=')
      this.#cookies.set(name, value.join('='))
    }
    return answer
  }
}

/** Signs up and confirms by the mail's link, which signs in. */
export async function signedInVisitor(url: string, dataDir: string, email: string): Promise<HttpVisitor> {
  const visitor = new HttpVisitor(url)
  await visitor.post('/auth?mode=register', {
    intent: 'signup',
    role: 'client',
    first_name: 'Ana',
    last_name: 'Rojas',
    email,
    password: PASSWORD,
  })
  const link = await linkInMail(dataDir, email, '/auth/confirm')
  const signedIn = await visitor.post(link, {})
  if (signedIn.status !== 302) throw new Error(`Confirming answered ${signedIn.status}`)
  return visitor
}

/** The path and query of a link to `path` in the newest mail to an address; waits until that mail is written. */
export async function linkInMail(dataDir: string, email: string, path: string): Promise<string> {
  const deadline = Date.now() + 15_000
  while (Date.now() < deadline) {
    for (const mail of await mailsTo(dataDir, email)) {
      const link = new RegExp(`https?://\\S+?(${path}[^\\s"<]*)`).exec(mail.text)?.[1]
      if (link) return link
    }
    await delay(100)
  }
  throw new Error(`No mail to ${email} with a link to ${path}`)
}

/** Mails to an address, newest first. */
async function mailsTo(dataDir: string, email: string): Promise<{ subject: string; text: string }[]> {
  const folder = join(dataDir, 'mail')
  const names = await readdir(folder).catch(() => [] as string[])
  const mails = await Promise.all(
    names
      .filter(name => name.endsWith('.json'))
      .toSorted()
      .toReversed()
      .map(
        async name =>
          JSON.parse(await readFile(join(folder, name), 'utf8')) as { to: string; subject: string; text: string },
      ),
  )
  return mails.filter(mail => mail.to.includes(email))
}
