import type { RouterContextProvider } from 'react-router'
import { isLoopbackAddress, isLoopbackHost } from '#app/platform/http/public-address.ts'
import { hasMailbox } from '#app/platform/mail/demo-mailbox.ts'
import { clientAddressContext, servicesOf } from '#app/platform/services/services.server.ts'

/**
 * Whether the request comes from the machine that serves the demo, to one of that machine's own names. Its mails contain links that
 * reset passwords, the administrator's too: a demo that is reachable from elsewhere shows them to nobody, and another site whose
 * name leads to this machine's address (DNS rebinding) reads nothing by way of its visitor's browser.
 */
function isLocalVisit(request: Request, context: Readonly<RouterContextProvider>): boolean {
  const shop = new URL(servicesOf(context).settings.appUrl)
  const url = new URL(request.url)
  return (
    isLoopbackAddress(context.get(clientAddressContext)) &&
    isLoopbackHost(shop.hostname) &&
    isLoopbackHost(url.hostname) &&
    url.port === shop.port
  )
}

/** Whether the demo's mailbox exists for a request. Where mails are really sent it does for nobody. */
export const seesMailbox = (request: Request, context: Readonly<RouterContextProvider>): boolean =>
  hasMailbox(servicesOf(context).settings) && isLocalVisit(request, context)
