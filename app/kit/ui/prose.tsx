import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'

const PROSE =
  'max-w-[66ch] leading-relaxed text-pretty [&>*+*]:mt-4 [&>h2]:mt-10 [&>h2]:text-xl [&>h2+*]:mt-3 [&>h3]:mt-8 [&>h3]:text-lg ' +
  '[&>h3+*]:mt-2 [&>*:first-child]:mt-0 [&_a]:text-copper [&_a]:underline [&_a]:underline-offset-4 [&_li+li]:mt-1.5 [&_ol]:list-decimal [&_ol]:pl-5 ' +
  '[&_ul]:list-disc [&_ul]:pl-5 [&_li::marker]:text-copper [&_strong]:font-semibold [&>blockquote]:border-l-2 ' +
  '[&>blockquote]:border-copper [&>blockquote]:pl-5 [&>blockquote]:text-muted [&_hr]:my-8 [&_hr]:border-line'

/** Running text: paragraphs, headings, lists and links at a reading width (60 to 75 characters). */
export function Prose({ className, children }: { className?: string | undefined; children: ReactNode }) {
  return <div className={classNames(PROSE, className)}>{children}</div>
}
