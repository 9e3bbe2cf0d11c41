"""How the campaign looks: the scene, the picture of a position, the panel of battles, the overlays."""
