import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { listStoredMails, readStoredMail } from './file-transport.server.ts'
import type { OutgoingMail } from './outgoing-mail.ts'
import { createMailTransport } from './transport.server.ts'

const undo: (() => unknown)[] = []
afterEach(async () => {
  for (const step of undo.splice(0).reverse()) await step()
})

async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'alhena-mail-'))
  undo.push(() => rm(folder, { recursive: true }))
  return folder
}

const mail = (input: Partial<OutgoingMail> = {}): OutgoingMail => ({
  id: '0b5bd2c4-6a51-4a0e-9a7c-0f1d6a2b3c4d',
  recipient: 'peña@example.cl',
  subject: 'Año nuevo, contraseña nueva',
  text: 'Hola, Íñigo:\n\n.punto inicial\n',
  html: '<p>Hola, Íñigo</p>',
  replyTo: 'soporte@alhena.example',
  at: new Date('2026-11-21T15:05:00.123Z'),
  ...input,
})
const from = { name: 'Alhena', address: 'no-responder@alhena.example' }

type Received = { mailFrom: string; recipients: string[]; data: string }
type Answers = { rcpt?: string; data?: string; mail?: string }

/** A mail server with as much of RFC 5321 as nodemailer needs, and configurable answers. */
async function startSmtpPeer(answers: Answers = {}) {
  const received: Received[] = []
  const server = createServer(socket => {
    let pending = ''
    let current: Received = { mailFrom: '', recipients: [], data: '' }
    let inData = false
    const reply = (line: string) => socket.write(`${line}\r\n`)
    socket.on('error', () => {})
    reply('220 peer ESMTP')
    socket.setEncoding('utf8').on('data', chunk => {
      pending += chunk
      for (let end = pending.indexOf('\r\n'); end >= 0; end = pending.indexOf('\r\n')) {
        const line = pending.slice(0, end)
        pending = pending.slice(end + 2)
        if (inData && line === '.') {
          inData = false
          if (!answers.data) received.push(current)
          reply(answers.data ?? '250 taken')
        } else if (inData) current.data += `${line.replace(/^\./, '')}\r\n`
        else if (/^EHLO/i.test(line)) reply('250-peer\r\n250-8BITMIME\r\n250 SMTPUTF8')
        else if (/^MAIL FROM/i.test(line)) {
          current = { mailFrom: line, recipients: [], data: '' }
          reply(answers.mail ?? '250 ok')
        } else if (/^RCPT TO/i.test(line)) {
          current.recipients.push(line)
          reply(answers.rcpt ?? '250 ok')
        } else if (/^DATA/i.test(line)) {
          inData = true
          reply('354 go on')
        } else if (/^QUIT/i.test(line)) socket.end('221 bye\r\n')
        else reply('250 ok')
      }
    })
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  undo.push(() => server.close())
  const address = server.address()
  const port = address !== null && typeof address === 'object' ? address.port : 0
  const transport = createMailTransport({ smtpUrl: `smtp://127.0.0.1:${port}`, dataDir: '/nowhere', from })
  undo.push(() => transport.close())
  return { transport, received }
}

const header = (data: string, name: string): string | undefined =>
  new RegExp(`^${name}: (.*(?:\\r\\n[ \\t].*)*)`, 'im').exec(data)?.[1]

describe('by SMTP', () => {
  it('sends one message to one recipient, with a stable Message-ID', async () => {
    const { transport, received } = await startSmtpPeer()
    expect(await transport.send(mail())).toEqual({ ok: true, value: undefined })
    await transport.send(mail())
    expect(received).toHaveLength(2)
    const [first, second] = received
    expect(first?.mailFrom).toContain('<no-responder@alhena.example>')
    expect(first?.recipients).toHaveLength(1)
    expect(header(first?.data ?? '', 'Message-ID')).toBe('<0b5bd2c4-6a51-4a0e-9a7c-0f1d6a2b3c4d@alhena.example>')
    expect(header(second?.data ?? '', 'Message-ID')).toBe(header(first?.data ?? '', 'Message-ID'))
    expect(header(first?.data ?? '', 'From')).toBe('Alhena <no-responder@alhena.example>')
    expect(header(first?.data ?? '', 'Reply-To')).toBe('Alhena <soporte@alhena.example>')
    expect(header(first?.data ?? '', 'Date')).toBe('Sat, 21 Nov 2026 15:05:00 +0000')
    expect(header(first?.data ?? '', 'Auto-Submitted')).toBe('auto-generated')
    expect(first?.data).toContain('text/plain')
    expect(first?.data).toContain('text/html')
  })

  it.each([
    ['a recipient that the server refuses', { rcpt: '550 5.1.1 no such user' }, 'refused', /RCPT TO: .*550/],
    ['a message that the server refuses', { data: '554 5.6.0 no' }, 'refused', /DATA: .*554/],
    ['a recipient that waits on a grey list', { rcpt: '451 4.7.1 later' }, 'unavailable', /451/],
    [
      'a sender that is not allowed, which is ours to mend',
      { mail: '550 5.7.1 not you' },
      'unavailable',
      /MAIL FROM: .*550/,
    ],
  ])('distinguishes %s', async (_what, answers: Answers, code, detail) => {
    const { transport, received } = await startSmtpPeer(answers)
    const result = await transport.send(mail())
    expect(result).toMatchObject({ ok: false, error: { code, detail: expect.stringMatching(detail) } })
    expect(received).toEqual([])
  })

  it('reports an unresponsive server as unavailable, without its password', async () => {
    const transport = createMailTransport({ smtpUrl: 'smtp://user:p4ssword@127.0.0.1:1', dataDir: '/nowhere', from })
    undo.push(() => transport.close())
    const result = await transport.send(mail())
    expect(result).toMatchObject({ ok: false, error: { code: 'unavailable' } })
    expect(JSON.stringify(result)).not.toContain('p4ssword')
  })

  it("can't be injected with headers or recipients", async () => {
    const { transport, received } = await startSmtpPeer()
    await transport.send(mail({ subject: 'Uno\r\nBcc: todos@example.cl\r\n\r\nDos' }))
    expect(header(received[0]?.data ?? '', 'Bcc')).toBeUndefined()
    expect(received[0]?.recipients).toHaveLength(1)
    for (const recipient of [
      'a@example.cl, b@example.cl',
      'a@example.cl\r\nBcc: b@example.cl',
      'Ana <a@example.cl>',
      'a@example.cl>',
      'ana',
      '',
    ]) {
      await expect(transport.send(mail({ recipient })), recipient).rejects.toThrow('not one mail address')
    }
    expect(received).toHaveLength(1)
  })
})

describe('into a folder', () => {
  it('writes a complete message readable by the owner alone, once for a mail sent twice', async () => {
    const dataDir = await temporaryFolder()
    const transport = createMailTransport({ dataDir, from })
    expect(await transport.send(mail())).toMatchObject({ ok: true })
    expect(await transport.send(mail())).toMatchObject({ ok: true })
    const stem = '2026-11-21T15-05-00-123Z-0b5bd2c4-6a51-4a0e-9a7c-0f1d6a2b3c4d'
    expect((await readdir(join(dataDir, 'mail'))).toSorted()).toEqual([`${stem}.eml`, `${stem}.json`])
    expect((await stat(join(dataDir, 'mail'))).mode & 0o777).toBe(0o700)
    const eml = await readFile(join(dataDir, 'mail', `${stem}.eml`), 'utf8')
    expect(header(eml, 'To')).toBe('peña@example.cl')
    expect(header(eml, 'Message-ID')).toBe('<0b5bd2c4-6a51-4a0e-9a7c-0f1d6a2b3c4d@alhena.example>')
    expect(eml).not.toMatch(/[^\r]\n/)
  })

  it('reports an unwritable folder as unavailable', async () => {
    const dataDir = await temporaryFolder()
    await writeFile(join(dataDir, 'mail'), 'a file where the folder should be')
    const result = await createMailTransport({ dataDir, from }).send(mail())
    expect(result).toMatchObject({ ok: false, error: { code: 'unavailable' } })
  })

  it('lists the newest first and reads one by its name', async () => {
    const dataDir = await temporaryFolder()
    const transport = createMailTransport({ dataDir, from })
    expect(await listStoredMails(dataDir)).toEqual([])
    for (let second = 0; second < 5; second += 1) {
      await transport.send(mail({ subject: `Correo ${second}`, at: new Date(Date.UTC(2026, 10, 21, 15, 0, second)) }))
    }
    const listed = await listStoredMails(dataDir, 3)
    expect(listed.map(({ subject }) => subject)).toEqual(['Correo 4', 'Correo 3', 'Correo 2'])
    expect(await readStoredMail(dataDir, listed[0]?.file ?? '')).toEqual({
      to: 'peña@example.cl',
      subject: 'Correo 4',
      text: mail().text,
      html: mail().html,
      at: '2026-11-21T15:00:04.000Z',
    })
  })

  it.each(['../secret', '..%2fsecret', 'a/b', '', '2026-11-21T15-05-00-123Z-../../secret', '.', 'x.json'])(
    'finds nothing under the name %j',
    async file => {
      const dataDir = await temporaryFolder()
      await createMailTransport({ dataDir, from }).send(mail())
      await writeFile(
        join(dataDir, 'secret.json'),
        JSON.stringify({ to: '', subject: '', text: '', at: '2026-11-21T00:00:00Z' }),
      )
      expect(await readStoredMail(dataDir, file)).toBeUndefined()
    },
  )
})
