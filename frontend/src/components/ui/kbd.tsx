export const Kbd = (props: { readonly keys: string }) => <kbd class="kbd">{props.keys}</kbd>
