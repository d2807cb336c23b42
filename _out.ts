import { openDatabases } from '#app/platform/database/database.server.ts'
import { asActor, SYSTEM } from '#app/platform/database/actor.server.ts'
import { startWorker } from '#app/platform/jobs/worker.server.ts'
import { createLog } from '#app/platform/log/log.server.ts'
import { queueMail, sendDueMails } from '#app/platform/mail/outbox.server.ts'
import { createMailTransport } from '#app/platform/mail/transport.server.ts'
import { execSync } from 'node:child_process'
import { setTimeout as s } from 'node:timers/promises'
import { readdirSync } from 'node:fs'
const { db, close } = openDatabases('postgres://postgres@127.0.0.1:55432/alhena_template', 4)
const log = createLog('info', l => console.log(l.slice(0, 160)))
const transport = createMailTransport({ dataDir: '/tmp/mailout' })
const w = startWorker({ log, jobs: [{ name: 'mail', everyMs: 500, run: at => sendDueMails({ db, transport, appUrl: 'http://localhost:3000', log }, at) }] })
const q = () => asActor(db, SYSTEM, tx => queueMail(tx, { template: 'confirm_email', recipient: 'a@example.cl', params: { horas_vigencia: '24', enlace_confirmacion: '/x' } }))
await q(); await s(1200)
const pg = (c: string) => execSync(`su nobody -s /bin/sh -c "/usr/lib/postgresql/15/bin/pg_ctl -D /tmp/pgmail/d -m immediate -o '-p 55432 -k /tmp/pgmail' -l /tmp/pgmail/log -w ${c}"`)
pg('stop'); await s(10000); pg('start'); await q(); await s(9000)
console.log(readdirSync('/tmp/mailout/mail').length)
const t = Date.now(); await w.stop(); transport.close(); await close(); console.log('stopped', Date.now() - t)
