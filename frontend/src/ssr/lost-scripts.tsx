import { component$, isServer, useServerData } from "@builder.io/qwik"

/** Reloads when a script is lost, until `client/link/lost-chunk.ts` watches. Minified by hand: precedes all scripts. */
const PROGRAM =
  "(d=>{let n,k='stowage:reloaded',l=e=>{let t=e.target,s=sessionStorage;" +
  "if(n||(t.tagName!='SCRIPT'&&t.rel!='modulepreload'&&!/module/.test(e.detail?.error?.message))||Date.now()-s[k]<6e4)return;" +
  "n=setInterval(()=>fetch('/readyz').then(r=>{if(r.ok){clearInterval(n);s[k]=Date.now();location.reload()}},()=>0),1e3)};" +
  "addEventListener('error',l,true);d.addEventListener('qerror',l);" +
  "stowageWatched=()=>{n=n||1;removeEventListener('error',l,true);d.removeEventListener('qerror',l)}})(document)"

export const LostScripts = component$(() => {
  const nonce = useServerData<string>("nonce")
  return <script nonce={nonce} dangerouslySetInnerHTML={isServer ? PROGRAM : ""} />
})
