export const Logo = (props: { readonly class?: string }) => (
  <svg viewBox="0 0 32 32" class={["shrink-0", props.class]} aria-hidden="true">
    <rect width="32" height="32" rx="7" fill="#2a5be0" />
    <g fill="none" stroke="#fff" stroke-width="2.2" stroke-linecap="round" stroke-linejoin="round">
      <ellipse cx="16" cy="11" rx="8" ry="3" />
      <path d="M8 11v10c0 1.7 3.6 3 8 3s8-1.3 8-3V11" />
    </g>
  </svg>
)
