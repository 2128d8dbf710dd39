// What the pages need beside Streamlit's own scripts; loaded once, from the foot of the menu.
if (!window.pageIsReady) {
  window.pageIsReady = true;

  // In a narrow window the menu closes once a page was chosen. Streamlit does so only for browsers that call themselves
  // mobile, and then there is no button left to press.
  document.addEventListener("click", (event) => {
    if (window.innerWidth > 768 || !event.target.closest('[data-testid="stSidebarNavLink"]')) return;
    setTimeout(() => document.querySelector('[data-testid="stSidebarCollapseButton"] button')?.click());
  });

  // The libraries of charts and tables, some megabytes, are fetched and read while the first page is looked at.
  const own = document.querySelector('script[src*="/static/js/"]')?.src;
  const names = (document.currentScript?.dataset.ahead || "").split(" ").filter(Boolean);
  const idle = window.requestIdleCallback || ((later) => setTimeout(later, 500));
  for (const name of own ? names : []) idle(() => import(new URL(name, own).href).catch(() => {}));
}
