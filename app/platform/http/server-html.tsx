import { type ComponentType, type JSX, useState, useSyncExternalStore } from 'react'
import { isHydrated } from './hydrated.ts'
import { lazyOrReload } from './lazy-or-reload.ts'

/** Keeps the server-rendered HTML. */
const AS_SENT = { __html: '' }

const never = () => () => {}

const isEqual = (a: unknown, b: unknown): boolean => a === b || JSON.stringify(a) === JSON.stringify(b)

/**
 * Content to read, without anything to operate but the browser's own elements: links, which load their page as a
 * document, and `<details>`. Where the server rendered the page its HTML stays as it was sent, and the code that made it
 * is not loaded; it is when the content is shown later, by a navigation, or changes.
 * @param load imports the component; what it is given must be JSON.
 */
export function serverHtml<Props extends Record<string, unknown>>(
  load: () => Promise<{ default: ComponentType<Props> }>,
): (props: Props) => JSX.Element {
  const Content = lazyOrReload(load)
  // Beside the data of the page that the visitor goes to, not after it. Rendering says why it failed.
  if (isHydrated()) load().catch(() => undefined)
  return function ServerHtml(props) {
    const isHydrating = useSyncExternalStore(
      never,
      () => false,
      () => true,
    )
    const [sent, setSent] = useState(isHydrating && typeof document !== 'undefined' ? props : undefined)
    if (sent && Object.keys(props).some(name => !isEqual(sent[name], props[name]))) setSent(undefined)
    // biome-ignore lint/security/noDangerouslySetInnerHtml: nothing is set; React leaves such an element's content alone.
    else if (sent) return <div key="sent" dangerouslySetInnerHTML={AS_SENT} suppressHydrationWarning />
    return (
      <div key="rendered">
        <Content {...props} />
      </div>
    )
  }
}
