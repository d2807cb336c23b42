/** Code samples, which scroll sideways. */
export const CodeBlock = ({ label, children }: { label: string; children: string }) => (
  <section
    aria-label={label}
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that can scroll sideways must be reachable by keyboard.
    tabIndex={0}
    className="mt-4 overflow-x-auto rounded-md bg-sunken px-4 py-3 first:mt-0"
  >
    <pre className="text-sm">{children}</pre>
  </section>
)
