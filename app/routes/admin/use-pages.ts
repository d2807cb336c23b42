import { useRouteLoaderData } from 'react-router'
import type { loader } from './layout.tsx'

/** Whether the back office has a screen at an address, as '/admin/orders/:id': what is not there yet is not linked to. */
export function useHasPage(): (pattern: string) => boolean {
  const frame = useRouteLoaderData<typeof loader>('routes/admin/layout')
  return pattern => frame?.places.includes(pattern) ?? false
}
