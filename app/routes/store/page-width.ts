/** The shop's width and side margins. */
export const PAGE_WIDTH = 'mx-auto w-full max-w-[82rem] px-4 sm:px-6 lg:px-8'
