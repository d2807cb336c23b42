import { kyselyAdapter } from '@better-auth/kysely-adapter'
import { passkey } from '@better-auth/passkey'
import { betterAuth } from 'better-auth'
import { APIError } from 'better-auth/api'
import { twoFactor } from 'better-auth/plugins'
import { Kysely, PostgresDialect } from 'kysely'
import type { Pool } from 'pg'
import { z } from 'zod'
import { foldEmail, isEmail } from '#app/kernel/email.ts'
import { describeError, type Log } from '#app/platform/log/log.server.ts'
import { withHashedSessions } from './hashed-sessions.server.ts'
import { SIGNUP_ROLES, type SignupRole } from './signup-roles.ts'

/**
 * Makes the auth library take the addresses that the shop takes. It checks them with zod's own pattern, for which it has no setting, and
 * which refuses `i&d@x.cl` and endings such as `.xn--p1ai`: whoever has such an address could be invited, but never sign up. The
 * pattern is one object for the whole process, and only the library uses it: the shop's schemas ask `isEmail` themselves.
 */
function acceptEveryAddress(): void {
  z.core.regexes.email.test = text => isEmail(foldEmail(text))
}

/** Hours that a confirmation link is valid. */
export const CONFIRMATION_HOURS = 24
/** Minutes that a password-reset link is valid. */
export const RESET_MINUTES = 30

/** The header by which the shop tells the library which browser confirms: the SHA-256 of its sign-up's cookie. */
export const SIGN_UP_BROWSER_HEADER = 'x-alhena-sign-up'

/** What a mail with a one-time link needs; `redirect` is the page of the shop that its reader was on the way to. */
export type AuthMail = { recipient: string; firstName: string; token: string; redirect?: string }

type AuthConfig = {
  /** The owner's pool: sessions and passwords live where the application's role cannot read. */
  ownerPool: Pool
  appUrl: string
  secret: string
  /** Whether sign-in attempts are limited. Tests of other features switch this off because they sign in often. */
  rateLimit: boolean
  /** Replaces scrypt, which is slow on purpose. Only tests pass one: the shop itself leaves it out. */
  passwordHasher?: PasswordHasher
  /** Gets the failures of the two callbacks below, which the library would swallow. */
  log?: Log
  sendConfirmation: (mail: AuthMail) => Promise<void>
  sendPasswordReset: (mail: AuthMail) => Promise<void>
  /** Notifies the owner that the password was reset by link. */
  sendPasswordChanged: (to: { recipient: string; firstName: string }) => Promise<void>
}

/** Turns passwords into what is stored, and compares them with it. */
export type PasswordHasher = {
  hash: (password: string) => Promise<string>
  verify: (stored: { hash: string; password: string }) => Promise<boolean>
}

export type Auth = ReturnType<typeof createAuth>

/**
 * The library passes the return page inside a link to its own endpoint; the shop mails another link and takes only the
 * page from this one.
 */
function mailOf(user: { email: string; name: string }, url: string, token: string): AuthMail {
  const redirect = new URL(url).searchParams.get('callbackURL')
  return { recipient: user.email, firstName: user.name, token, ...(redirect ? { redirect } : {}) }
}

/**
 * Accounts, passwords and database sessions. It is never mounted on the network: the identity slice calls its handler from
 * actions, so that roles, redirects and limits are this shop's.
 */
export function createAuth(config: AuthConfig) {
  const { ownerPool, log } = config
  acceptEveryAddress()
  const reported = async (event: string, work: Promise<void>) => {
    try {
      await work
    } catch (error) {
      log?.error(event, describeError(error))
      throw error
    }
  }
  return betterAuth({
    appName: 'Alhena',
    baseURL: config.appUrl,
    basePath: '/api/auth',
    secret: config.secret,
    trustedOrigins: [config.appUrl],
    telemetry: { enabled: false },
    database: withHashedSessions(
      kyselyAdapter(new Kysely({ dialect: new PostgresDialect({ pool: ownerPool }) }), {
        type: 'postgres',
        // Without the transaction, an account whose password was not saved would keep its e-mail address taken.
        transaction: true,
      }),
    ),
    user: {
      modelName: 'profiles',
      fields: {
        name: 'first_name',
        image: 'avatar_url',
        emailVerified: 'email_verified',
        createdAt: 'created_at',
        updatedAt: 'updated_at',
      },
      additionalFields: {
        last_name: { type: 'string', required: true, input: true },
        company: { type: 'string', required: false, input: false },
        phone: { type: 'string', required: false, input: false },
        role: { type: 'string', required: false, input: false, defaultValue: 'client' },
        staff_scope: { type: 'string', required: false, input: false },
      },
    },
    session: {
      modelName: 'auth.sessions',
      fields: {
        userId: 'user_id',
        expiresAt: 'expires_at',
        ipAddress: 'ip_address',
        userAgent: 'user_agent',
        createdAt: 'created_at',
        updatedAt: 'updated_at',
      },
      additionalFields: {
        second_factor_at: { type: 'date', required: false, input: false },
        stepped_up_at: { type: 'date', required: false, input: false },
        last_used_at: { type: 'date', required: false, input: false },
      },
      // What needs a fresh session asks for the password or the passkey instead (ADR 0061).
      freshAge: 0,
      expiresIn: 7 * 24 * 60 * 60,
    },
    account: {
      modelName: 'auth.accounts',
      fields: {
        userId: 'user_id',
        accountId: 'account_id',
        providerId: 'provider_id',
        accessToken: 'access_token',
        refreshToken: 'refresh_token',
        idToken: 'id_token',
        accessTokenExpiresAt: 'access_token_expires_at',
        refreshTokenExpiresAt: 'refresh_token_expires_at',
        createdAt: 'created_at',
        updatedAt: 'updated_at',
      },
    },
    verification: {
      modelName: 'auth.verifications',
      fields: { expiresAt: 'expires_at', createdAt: 'created_at', updatedAt: 'updated_at' },
      storeIdentifier: 'hashed',
    },
    rateLimit: {
      enabled: config.rateLimit,
      storage: 'database',
      modelName: 'auth.rate_limits',
      fields: { lastRequest: 'last_request' },
      window: 60,
      max: 60,
      customRules: {
        '/sign-in/email': { window: 60, max: 10 },
        '/sign-up/email': { window: 60, max: 5 },
        '/send-verification-email': { window: 300, max: 5 },
        '/request-password-reset': { window: 300, max: 5 },
      },
    },
    emailAndPassword: {
      enabled: true,
      requireEmailVerification: true,
      autoSignIn: false,
      minPasswordLength: 6,
      maxPasswordLength: 128,
      ...(config.passwordHasher ? { password: config.passwordHasher } : {}),
      resetPasswordTokenExpiresIn: RESET_MINUTES * 60,
      revokeSessionsOnPasswordReset: true,
      sendResetPassword: ({ user, url, token }) =>
        reported('password_reset_mail_failed', config.sendPasswordReset(mailOf(user, url, token))),
      onPasswordReset: async ({ user }) => {
        const settled = await ownerPool.query<{ email: string; first_name: string }>(
          'select email, first_name from private.settle_password_reset($1)',
          [user.id],
        )
        for (const { email, first_name } of settled.rows) {
          const shown = config.sendPasswordChanged({ recipient: email, firstName: first_name })
          await reported('password_changed_mail_failed', shown)
        }
      },
    },
    emailVerification: {
      sendOnSignUp: true,
      sendOnSignIn: false,
      // The link is proof of the mailbox; a second use confirms nothing and opens no session (spec D42).
      autoSignInAfterVerification: true,
      expiresIn: CONFIRMATION_HOURS * 60 * 60,
      beforeEmailVerification: async (user, request) => {
        const browser = request?.headers.get(SIGN_UP_BROWSER_HEADER) ?? null
        await ownerPool.query('select private.void_unproven_sign_up($1, $2)', [user.id, browser])
      },
      sendVerificationEmail: ({ user, url, token }) =>
        reported('confirmation_mail_failed', config.sendConfirmation(mailOf(user, url, token))),
    },
    databaseHooks: {
      user: {
        create: {
          // The role never comes from a field of the user: an allow-list checks the role requested at sign-up.
          before: async (user, context) => ({
            data: { ...user, role: signupRole(context?.body?.signupRole) },
          }),
          after: async (user, context) => {
            const browser: unknown = context?.body?.signUpBrowser
            if (typeof browser !== 'string') return
            await ownerPool.query('insert into auth.sign_up_browsers (user_id, token_hash) values ($1, $2)', [
              user.id,
              browser,
            ])
          },
        },
      },
    },
    plugins: [
      twoFactor({
        issuer: 'Alhena',
        schema: {
          user: { fields: { twoFactorEnabled: 'two_factor_enabled' } },
          twoFactor: {
            modelName: 'auth.two_factors',
            fields: {
              backupCodes: 'backup_codes',
              userId: 'user_id',
              failedVerificationCount: 'failed_verification_count',
              lockedUntil: 'locked_until',
            },
          },
        },
      }),
      passkey({
        rpName: 'Alhena',
        origin: config.appUrl,
        authenticatorSelection: { residentKey: 'preferred', userVerification: 'required' },
        registration: {
          afterVerification: ({ verification }) => requireVerifiedUser(verification.registrationInfo?.userVerified),
        },
        authentication: {
          afterVerification: ({ verification }) => requireVerifiedUser(verification.authenticationInfo.userVerified),
        },
        schema: {
          passkey: {
            modelName: 'auth.passkeys',
            fields: {
              publicKey: 'public_key',
              userId: 'user_id',
              credentialID: 'credential_id',
              deviceType: 'device_type',
              backedUp: 'backed_up',
              createdAt: 'created_at',
            },
          },
        },
      }),
    ],
    advanced: {
      cookiePrefix: 'alhena',
      useSecureCookies: config.appUrl.startsWith('https://'),
      // A session comes with its user in one query.
      database: { generateId: 'uuid', validateSchema: false, joins: true },
      ipAddress: { ipAddressHeaders: ['x-alhena-client'] },
      defaultCookieAttributes: { httpOnly: true, sameSite: 'lax', path: '/' },
    },
    // The library's own refusals stay responses. Other errors are thrown, because the library would print rows and
    // hashes to the console.
    onAPIError: { throw: true },
    logger: { disabled: true },
  })
}

/** The library accepts a passkey that nobody unlocked. The shop lets it stand for two factors, so it must have asked for a finger, a face or a PIN. */
function requireVerifiedUser(verified: boolean | undefined): void {
  if (verified !== true) throw new APIError('UNAUTHORIZED', { code: 'USER_NOT_VERIFIED', message: 'user not verified' })
}

function signupRole(requested: unknown): SignupRole {
  return SIGNUP_ROLES.find(role => role === requested) ?? 'client'
}
