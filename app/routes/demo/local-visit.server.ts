import type { RouterContextProvider } from 'react-router'
import { isLoopbackAddress, isLoopbackHost } from '#app/platform/http/public-address.ts'
import { clientAddressContext, servicesOf } from '#app/platform/services/services.server.ts'

/**
 * Whether the request comes from the machine that serves the demo. Its mails contain links that reset passwords, the
 * administrator's too: a demo that is reachable from elsewhere shows them to nobody.
 */
export const isLocalVisit = (context: Readonly<RouterContextProvider>): boolean =>
  isLoopbackAddress(context.get(clientAddressContext)) &&
  isLoopbackHost(new URL(servicesOf(context).settings.appUrl).hostname)
