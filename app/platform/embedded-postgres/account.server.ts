import { existsSync, readFileSync, realpathSync, statSync } from 'node:fs'
import { userInfo } from 'node:os'
import { dirname, join } from 'node:path'
import { EmbeddedPostgresError } from './error.server.ts'

/** The system user that PostgreSQL runs as; undefined stands for the user of this process. */
export type Account = { name: string; uid: number; gid: number } | undefined

const CANDIDATES = ['postgres', '_postgres', 'nobody']

/**
 * PostgreSQL refuses to run as root, so root runs it as the owner of the existing cluster, else as `postgres` or `nobody`.
 * @throws EmbeddedPostgresError when there is no such user, or the cluster belongs to somebody else.
 */
export function chooseAccount(cluster: string): Account {
  const owner = statSync(cluster, { throwIfNoEntry: false })
  const self = process.geteuid?.()
  if (self !== 0) return checkSelf(cluster, owner?.uid, self)
  if (owner && owner.uid !== 0) return { name: `with id ${owner.uid}`, uid: owner.uid, gid: owner.gid }
  const account = findServiceUser()
  if (owner && existsSync(join(cluster, 'PG_VERSION'))) {
    throw new EmbeddedPostgresError(
      `${cluster} belongs to root, which cannot run PostgreSQL: chown -R ${account.uid}:${account.gid} ${cluster}`,
    )
  }
  return account
}

function checkSelf(cluster: string, owner: number | undefined, self: number | undefined): undefined {
  if (owner !== undefined && owner !== self) {
    throw new EmbeddedPostgresError(
      `${cluster} belongs to the user with id ${owner}: start Alhena as that user or as root, or set DATA_DIR to another folder`,
    )
  }
  try {
    userInfo()
  } catch (cause) {
    throw new EmbeddedPostgresError(
      `This system does not know the user with id ${self}, and PostgreSQL needs one it knows: set DATABASE_URL`,
      { cause },
    )
  }
}

function findServiceUser(): NonNullable<Account> {
  const users = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map(line => line.split(':'))
  for (const name of CANDIDATES) {
    const [, , uid, gid] = users.find(user => user[0] === name) ?? []
    if (Number(uid) > 0) return { name, uid: Number(uid), gid: Number(gid) }
  }
  throw new EmbeddedPostgresError(
    "PostgreSQL does not run as root and this system has no user 'postgres' or 'nobody': start Alhena as another user or set DATABASE_URL",
  )
}

/** Permission bits as in a file's mode. */
export const ENTER = 1
export const READ = 4

/** Whether the account may enter every folder above `path` and has the permission there (mode bits only: no ACLs). */
export function canReach(account: Account, path: string, permission: number): boolean {
  if (account === undefined) return true
  const allows = (target: string, bits: number): boolean => {
    const { uid, gid, mode } = statSync(target)
    const shift = uid === account.uid ? 6 : gid === account.gid ? 3 : 0
    return ((mode >> shift) & bits) === bits
  }
  let folder = realpathSync(path)
  if (!allows(folder, permission)) return false
  while (folder !== dirname(folder)) {
    folder = dirname(folder)
    if (!allows(folder, ENTER)) return false
  }
  return true
}
