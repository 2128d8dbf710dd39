// In a narrow window the menu closes once a page was chosen. Streamlit does so only for browsers that call themselves
// mobile, and then there is no button left to press.
if (!window.closesMenu) {
  window.closesMenu = true;
  document.addEventListener("click", (event) => {
    if (window.innerWidth > 768 || !event.target.closest('[data-testid="stSidebarNavLink"]')) return;
    setTimeout(() => document.querySelector('[data-testid="stSidebarCollapseButton"] button')?.click());
  });
}
