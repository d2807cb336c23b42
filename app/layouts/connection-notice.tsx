import { useSyncExternalStore } from 'react'
import { connection } from '#app/platform/http/connection.ts'

const SHOP = 'Sin conexión. Tu carrito está guardado en este navegador; seguimos apenas vuelva la red.'

/** Shows that the shop can't be reached, as long as it can't. @param children what is kept meanwhile; by default the cart. */
export default function ConnectionNotice({ children = SHOP }: { children?: string }) {
  const isThere = useSyncExternalStore(connection.subscribe, connection.isThere, () => true)
  return (
    <div role="status" className="print:hidden">
      {!isThere && (
        <p className="fixed inset-x-0 top-16 z-30 bg-ink px-4 py-2.5 text-center text-md text-paper">{children}</p>
      )}
    </div>
  )
}
