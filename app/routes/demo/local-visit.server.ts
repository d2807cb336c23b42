import type { RouterContextProvider } from 'react-router'
import { clientAddressContext, servicesOf } from '#app/platform/services/services.server.ts'

const LOOPBACK_NAMES = new Set(['localhost', '127.0.0.1', '[::1]'])
const LOOPBACK_ADDRESSES = new Set(['127.0.0.1', '::1', '::ffff:127.0.0.1'])

/**
 * Whether the request comes from the machine that serves the demo. Its mails contain links that reset passwords, the
 * administrator's too: a demo that is reachable from elsewhere shows them to nobody.
 */
export const isLocalVisit = (context: Readonly<RouterContextProvider>): boolean =>
  LOOPBACK_ADDRESSES.has(context.get(clientAddressContext)) &&
  LOOPBACK_NAMES.has(new URL(servicesOf(context).settings.appUrl).hostname)
