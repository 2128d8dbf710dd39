// What the pages need beside Streamlit's own scripts; loaded once, from the foot of the menu.
if (!window.pageIsReady) {
  window.pageIsReady = true;

  // In a narrow window the menu closes once a page was chosen. Streamlit does so only for browsers that call themselves
  // mobile, and then there is no button left to press.
  document.addEventListener("click", (event) => {
    if (window.innerWidth > 768 || !event.target.closest('[data-testid="stSidebarNavLink"]')) return;
    setTimeout(() => document.querySelector('[data-testid="stSidebarCollapseButton"] button')?.click());
  });

  // A table or chart wider than its place is moved sideways with the keyboard too. Streamlit names the place where files are
  // dropped, and says in the same breath that it means nothing.
  const WIDE = '[data-testid="stTable"], [data-testid="stTable"] div, [class*="st-key-wide_"]';
  const reach = () => {
    for (const place of document.querySelectorAll('[data-testid="stFileUploaderDropzone"][role="presentation"]')) {
      place.setAttribute("role", "group");
    }
    for (const place of document.querySelectorAll(WIDE)) {
      if (place.scrollWidth > place.clientWidth + 1) place.tabIndex = 0;
      else place.removeAttribute("tabindex");
    }
  };
  let later = 0;
  const soon = () => {
    clearTimeout(later);
    later = setTimeout(reach, 200);
  };
  new MutationObserver(soon).observe(document.body, { childList: true, subtree: true });
  window.addEventListener("resize", soon);

  // When the browser turns dark, or light, the page is drawn again: the server chooses the colours of the charts.
  let asked = "";
  const recolour = () => {
    const app = document.querySelector('[data-testid="stApp"]');
    const button = document.querySelector('[class*="st-key-drawn_in_"] button');
    if (!app || !button) return;
    const scheme = getComputedStyle(app).colorScheme;
    const drawn = !!button.closest(`.st-key-drawn_in_${scheme}`);
    if (drawn) asked = "";
    else if (asked !== scheme) {
      asked = scheme; // once: a server that sees another scheme would be asked for ever
      button.click();
    }
  };
  const scheme = new MutationObserver(() => setTimeout(recolour, 50));
  scheme.observe(document.querySelector('[data-testid="stApp"]'), { attributeFilter: ["class"] });
  setTimeout(recolour, 1000);

  // A chart as a picture, made here: as the page shows it, on the colour of its card. The server does not hear of it.
  document.addEventListener(
    "click",
    (event) => {
      const place = event.target.closest('[class*="st-key-picture_"]');
      const [, format, chart] = /st-key-picture_(png|svg)_(\S+)/.exec(place?.className || "") || [];
      const plot = chart && document.querySelector(`.st-key-${chart} .js-plotly-plot`);
      if (!plot || !window.Plotly) return;
      event.stopPropagation();
      const paper = getComputedStyle(plot.closest('[class*="st-key-card"]')).backgroundColor;
      const { width, height } = plot._fullLayout;
      const { l, r, t, b } = plot._fullLayout.margin;
      const margin = { l: Math.max(l, 24), r: Math.max(r, 24), t: t + 12, b: b + 12 };
      window.Plotly.downloadImage(
        { data: plot.data, layout: { ...plot.layout, paper_bgcolor: paper, margin } },
        { format, filename: chart, width: width + 48, height: height + 24, scale: format === "png" ? 2 : 1 },
      );
    },
    true,
  );

  // The libraries of charts and tables, some megabytes, are fetched and read while the first page is looked at.
  const own = document.querySelector('script[src*="/static/js/"]')?.src;
  const names = (document.currentScript?.dataset.ahead || "").split(" ").filter(Boolean);
  const idle = window.requestIdleCallback || ((later) => setTimeout(later, 500));
  for (const name of own ? names : []) idle(() => import(new URL(name, own).href).catch(() => {}));
}
