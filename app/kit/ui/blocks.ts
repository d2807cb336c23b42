import type { ReactElement } from 'react'

/**
 * What a component may show beside other things: elements, never a bare text. A browser that translates the page
 * replaces text nodes, and React can neither change nor move one that has siblings (ADR 0011).
 */
export type Blocks = ReactElement | '' | false | null | undefined | readonly Blocks[]
