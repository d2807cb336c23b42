/** Who an address is for. */
export type Audience =
  /** Everybody, also without an account; what it shows of a person needs a token, a code or that person's session. */
  | 'everybody'
  /** Whoever has signed in: others are sent to the log-in. */
  | 'account'
  /** Whoever may act on the purchase, order or quotation of its id; to others it is as if there were none. */
  | 'owner'
  | 'admin'
  /** A system with a key of the API. */
  | 'api'

/** The audiences of addresses outside of the folders below: a route of another address must be added here, or the tests fail. */
const DECLARED: Readonly<Record<string, Audience>> = {
  '/': 'everybody',
  '/assessments': 'everybody',
  '/assessment/:slug': 'everybody',
  '/assessment/:slug/informe-de-ejemplo': 'everybody',
  '/legal/:document': 'everybody',
  '/legal/:document/:version': 'everybody',
  '/preferencias-de-privacidad': 'everybody',
  '/privacidad': 'everybody',
  '/mis-datos': 'everybody',
  '/mis-datos/descarga/:format': 'everybody',
  '/auth': 'everybody',
  '/auth/confirm': 'everybody',
  '/auth/second-step': 'everybody',
  '/auth/passkey': 'everybody',
  '/auth/forgot': 'everybody',
  '/auth/reset': 'everybody',
  '/auth/email': 'everybody',
  '/auth/email-objection': 'everybody',
  '/auth/resend': 'everybody',
  '/organizacion': 'everybody',
  '/equipo': 'everybody',
  '/avisos-de-planes': 'everybody',
  '/checkout': 'account',
  '/certificado/:code': 'everybody',
  '/payment-success': 'everybody',
  '/cart': 'everybody',
  '/suggest': 'everybody',
  '/session': 'everybody',
  '/sign-out': 'everybody',
  '/dama-assessment': 'everybody',
  '/evaluacion/:slug': 'everybody',
  '/taller/:slug': 'everybody',
  '/taller/:accessId/calendario.ics': 'everybody',
  '/taller/:accessId/certificado/pdf': 'everybody',
  '/taller/:accessId/materiales/:material': 'everybody',
  '/taller/:accessId/lecciones/:lesson': 'everybody',
  '/valorar': 'everybody',
  '/respond/answers': 'everybody',
  '/payment-simulator': 'everybody',
  '/payment/bank/:attemptId': 'everybody',
  '/payment/return': 'everybody',
  '/payment/return/cotizacion': 'everybody',
  '/cotizacion': 'everybody',
  '/cotizacion/pagar': 'everybody',
  '/cotizacion/pdf': 'everybody',
  '/resultados': 'everybody',
  '/resultados/pagina': 'everybody',
  '/resultados/pdf': 'everybody',
  '/resultados/presentacion': 'everybody',
  '/events': 'everybody',
  '/hooks/mail-bounce': 'everybody',
  '/privacy-choice': 'everybody',
  '/demo/correo': 'everybody',
  '/demo/correo/:file': 'everybody',
  '/account/invitation-template/:format': 'everybody',
  '/account/data/descarga/:format': 'account',
  '/*': 'everybody',
}

/** Folders of which every address has one audience, whatever is added: it must refuse, or the tests fail. */
const FOLDERS: readonly (readonly [pattern: RegExp, audience: Audience])[] = [
  [/^\/admin(\/|$)/, 'admin'],
  [/^\/api\//, 'api'],
  [/^\/account\/.*:/, 'owner'],
  [/^\/account(\/|$)/, 'account'],
]

/** The audience of a route; undefined for one that nobody has declared. */
export const audienceAt = (pattern: string): Audience | undefined =>
  DECLARED[pattern] ?? FOLDERS.find(([folder]) => folder.test(pattern))?.[1]

/** The declared addresses, to find those that no route has any more. */
export const declaredRoutes = (): string[] => Object.keys(DECLARED)
